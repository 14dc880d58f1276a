import { defineConfig } from 'vite'

// One script and one style sheet under stable names: the command embeds them, and
// a rebuild that changes nothing leaves no trace in the repository.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        entryFileNames: 'viewer.js',
        assetFileNames: 'viewer[extname]',
      },
    },
  },
})
