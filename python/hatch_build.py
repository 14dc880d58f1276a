"""Puts the command that `make wheel` built into the wheel, and names its platform."""

import os
import stat
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The binary is static (CGO_ENABLED=0), so it runs with glibc of any age and with musl.
PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
}


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        binary, platform = os.environ.get("COLLIDE_WHEEL_BINARY"), os.environ.get("COLLIDE_WHEEL_PLATFORM")
        if not binary or platform not in PLATFORMS:
            raise SystemExit(
                "collide-exact: a wheel needs COLLIDE_WHEEL_BINARY=FILE and COLLIDE_WHEEL_PLATFORM, one of "
                + ", ".join(PLATFORMS) + "; `make wheel` sets both"
            )
        path = Path(binary)
        path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + PLATFORMS[platform]
        build_data["force_include"][str(path)] = "collide/bin/collide"
