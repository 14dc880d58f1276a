package report

import "encoding/xml"

// The documents of a BCF file, their fields in the order of the schemas.
type (
	bcfVersion struct {
		XMLName   xml.Name `xml:"Version"`
		VersionID string   `xml:"VersionId,attr"`
	}
	bcfProjectInfo struct {
		XMLName xml.Name      `xml:"ProjectInfo"`
		Project bcfProjectXML `xml:"Project"`
	}
	bcfProjectXML struct {
		ID   string `xml:"ProjectId,attr"`
		Name string `xml:"Name"`
	}
	bcfExtensions struct {
		XMLName  xml.Name `xml:"Extensions"`
		Types    []string `xml:"TopicTypes>TopicType"`
		Statuses []string `xml:"TopicStatuses>TopicStatus"`
		Users    []string `xml:"Users>User"`
	}
	bcfMarkup struct {
		XMLName xml.Name  `xml:"Markup"`
		Files   []bcfFile `xml:"Header>Files>File,omitempty"`
		Topic   bcfTopic  `xml:"Topic"`
	}
	bcfFile struct {
		External  bool   `xml:"IsExternal,attr"`
		Name      string `xml:"Filename"`
		Reference string `xml:"Reference"`
	}
	bcfTopic struct {
		GUID        string            `xml:"Guid,attr"`
		Type        string            `xml:"TopicType,attr"`
		Status      string            `xml:"TopicStatus,attr"`
		Title       string            `xml:"Title"`
		Labels      []string          `xml:"Labels>Label,omitempty"`
		Date        string            `xml:"CreationDate"`
		Author      string            `xml:"CreationAuthor"`
		Description string            `xml:"Description"`
		Viewpoints  []bcfViewpointRef `xml:"Viewpoints>ViewPoint,omitempty"`
	}
	bcfViewpointRef struct {
		GUID string `xml:"Guid,attr"`
		File string `xml:"Viewpoint"`
		// Snapshot is left out where there is none.
		Snapshot string `xml:"Snapshot,omitempty"`
	}
	bcfViewpoint struct {
		XMLName    xml.Name      `xml:"VisualizationInfo"`
		GUID       string        `xml:"Guid,attr"`
		Components bcfComponents `xml:"Components"`
		Camera     bcfCamera     `xml:"PerspectiveCamera"`
		Lines      []bcfLine     `xml:"Lines>Line,omitempty"`
	}
	bcfComponents struct {
		Selection  []bcfComponent `xml:"Selection>Component"`
		Visibility bcfVisibility  `xml:"Visibility"`
	}
	bcfComponent struct {
		System string `xml:"OriginatingSystem"`
		ID     string `xml:"AuthoringToolId"`
	}
	bcfVisibility struct {
		Default bool `xml:"DefaultVisibility,attr"`
	}
	bcfCamera struct {
		Eye         bcfPoint `xml:"CameraViewPoint"`
		Direction   bcfPoint `xml:"CameraDirection"`
		Up          bcfPoint `xml:"CameraUpVector"`
		FieldOfView float64  `xml:"FieldOfView"`
		Aspect      float64  `xml:"AspectRatio"`
	}
	bcfLine struct {
		Start bcfPoint `xml:"StartPoint"`
		End   bcfPoint `xml:"EndPoint"`
	}
	bcfPoint struct {
		X float64 `xml:"X"`
		Y float64 `xml:"Y"`
		Z float64 `xml:"Z"`
	}
)
