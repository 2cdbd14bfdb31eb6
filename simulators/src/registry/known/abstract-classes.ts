/** Abstract classes that others derive from. Notation: see `parseTable`. */
export const ABSTRACT_CLASSES = `
cdp:AIfPol | | | | fabric:L2IfPol | abstract | | What CDP Interface Policy have in common.
cloud:ACertStore | Abstract Certificate Store | | | naming:NamedObject | abstract | | What Certificate Store have in common.
comm:Comp | | | | pol:Comp | abstract | | What Shell Service, Web have in common.
comm:Shell | Shell Service | | | comm:Comp | abstract | | What Shellinabox Service, Ssh Service, Telnet Service have in common.
comm:Web | | | | comm:Comp | abstract | | What HTTP SSL Configuration have in common.
comp:AccessP | Abstraction of Access Profile | | | pol:Def | abstract | | What Abstraction of User Access Profile have in common.
comp:DomP | Abstraction of Domain Profile | | | infra:DomP | abstract | | What VMM Domain, Domain Profile Definition have in common.
comp:UsrAccP | Abstraction of User Access Profile | | | comp:AccessP | abstract | | What VMM Credential have in common.
eigrp:ACtxAfPol | Abstraction of EIGRP Context Policy | | | fabric:L3CtxPol | abstract | | What EIGRP Address Family Context Policy have in common.
extnw:ALNodeP | Abstraction of Logical Node Profile | | | pol:Lbl | abstract | | What Abstraction of External Connectivity Consumer Label have in common.
extnw:DomP | Abstraction of Outside Domain Profile | | | infra:ADomP | abstract | | What L2 Domain Profile Definition, L2 Domain Profile, Outside L3 Domain have in common.
extnw:EPg | Abstraction of Outside Network Instance | | | fv:EPg | abstract | | What External Network Instance Profile, External Network Instance Profile, External Network Instance Profile Def have in common.
fabric:APortBlk | | | | pol:Obj | abstract | | What Access Port Block have in common.
fabric:APortS | | | | fabric:Selector | abstract | | What PortS have in common.
fabric:AProfile | | | | pol:Def | abstract | | What Profile have in common.
fabric:Def | | | | pol:Def | abstract | | What Selector have in common.
fabric:IntfPol | | | | fabric:ProtoPol | abstract | | What Link Level Policy have in common.
fabric:L2DomPol | | | | fabric:ProtoDomPol | abstract | | What ASnoopPol, ASnoopPol have in common.
fabric:L2IfPol | | | | fabric:ProtoIfPol | abstract | | What AIfPol, Per interface per protocol CoPP policy, Per interface per protocol CoPP policy have in common.
fabric:L2InstPol | | | | fabric:ProtoInstPol | abstract | | What Fabric L2 MTU Policy have in common.
fabric:L2PortSecurityPol | | | | fabric:ProtoIfPol | abstract | | What Port Security Policy have in common.
fabric:L3CtxPol | | | | fabric:L3DomPol | abstract | | What Abstraction of EIGRP Context Policy have in common.
fabric:L3DomPol | | | | fabric:ProtoDomPol | abstract | | What L3CtxPol have in common.
fabric:L3ProtoComp | | | | fabric:ProtoComp | abstract | | What Abstraction MPLS SR Sid Node Profile have in common.
fabric:L4IfPol | | | | fabric:ProtoIfPol | abstract | | What Abstraction of Firewall Policy have in common.
fabric:ProtoComp | | | | pol:Comp | abstract | | What L3ProtoComp have in common.
fabric:ProtoDomPol | | | | fabric:ProtoPol | abstract | | What L2DomPol, L3DomPol have in common.
fabric:ProtoIfPol | | | | fabric:ProtoPol | abstract | | What L2IfPol, L2PortSecurityPol, L4IfPol have in common.
fabric:ProtoInstPol | | | | fabric:ProtoPol | abstract | | What L2InstPol have in common.
fabric:ProtoPol | | | | pol:Def | abstract | | What IntfPol, ProtoDomPol, ProtoIfPol have in common.
fabric:Selector | | | | fabric:Def | abstract | | What APortS have in common.
fhs:ABDPol | FHS BD Policy | | | pol:Def | abstract | | What FHS BD Policy have in common.
fhs:ARaGuardPol | RA Guard Policy | | | pol:Def | abstract | | What RA Guard Policy have in common.
fhs:ATrustCtrlPol | Trust Control Policy | | | pol:Def | abstract | | What Trust Control Policy have in common.
fv:AACrtrn | | | | fv:ACrRule | abstract | | What ACrtrn have in common.
fv:ABD | | | | fv:L2Dom | abstract | | What Bridge Domain have in common.
fv:ABDPol | Bridge Domain | | | fv:ABD | abstract | | What Bridge Domain, Bridge Domain have in common.
fv:AClassifier | | | | fv:Def | abstract | | What ACrRule have in common.
fv:ACrRule | | | | fv:AClassifier | abstract | | What AACrtrn, ASCrtrn have in common.
fv:ACrtrn | | | | fv:AACrtrn | abstract | | What Criterion have in common.
fv:ACtx | Private Network | | | fv:L3Dom | abstract | | What VRF have in common.
fv:ADnsAttr | | | | fv:Attr | abstract | | What DNS Attribute have in common.
fv:ADomP | Domain | | | pol:Dom | abstract | | What Abstraction of Access Domain have in common.
fv:AEPgPathAtt | Super Class for AEpg to Static Path Relation | | | reln:To | abstract | | What Static Path, Static Path have in common.
fv:AEpTag | Endpoint Tag Base Class | | | fv:ATp | abstract | | What IP Endpoint, Mac Endpoint have in common.
fv:AFBRMember | FBR Member | | | pol:Comp | abstract | | What FBR Member have in common.
fv:AIdAttr | | | | fv:Attr | abstract | | What Identity Group Attribute have in common.
fv:AMacAttr | | | | fv:AStAttr | abstract | | What MAC Attribute have in common.
fv:APeeringP | Abstract Site/POD Peering Profile | | | pol:Def | abstract | | What BGP EVPN Peering Profile have in common.
fv:ARogueExceptionMac | Rogue Exception MAc | | | pol:Comp | abstract | | What Rogue Exception MAc have in common.
fv:ASCrtrn | | | | fv:ACrRule | abstract | | What Sub-Criterion have in common.
fv:AStAttr | | | | fv:Attr | abstract | | What AMacAttr, AVmAttr have in common.
fv:ATg | Attachable Target Group | | | fv:Comp | abstract | | What End Point Group, External Management Network Instance Profile have in common.
fv:AToBD | Super Class for Relation to fvBD | | | pol:NToRef | abstract | | What Bridge Domain for the EPG have in common.
fv:ATp | | | | fv:NwEp | abstract | | What Endpoint Tag Base Class have in common.
fv:AVip | Abstraction of Virtual IP address | | | pol:Def | abstract | | What Virtual IP address have in common.
fv:AVmAttr | | | | fv:AStAttr | abstract | | What VM Attribute have in common.
fv:Attr | | | | fv:Def | abstract | | What ADnsAttr, AIdAttr, AStAttr have in common.
fv:CEPg | Client End-Point Group | | | fv:EPg | abstract | | What Application EPG, dot1q-tunnel, Access Client EPg have in common.
fv:Comp | | | | pol:Comp | abstract | | What Attachable Target Group, Any have in common.
fv:Def | | | | pol:DefRoot | abstract | | What AClassifier, Attr, Dom have in common.
fv:Dom | | | | fv:Def | abstract | | What L2Dom, L3Dom have in common.
fv:EPg | End Point Group | | | fv:ATg | abstract | | What cloud EPg, cloud External EPg, cloud implicit service EPg have in common.
fv:EPgToCollection | Super Class for Each Epg to Collection Relation | | | pol:NToRef | abstract | | What Contract Consumer, Intra EPg Contract, Contract Provider have in common.
fv:EPgToInterface | Super Class for Each Epg to Collection Interface Relation | | | pol:NToRef | abstract | | What Contract Interface have in common.
fv:L2Dom | | | | fv:Dom | abstract | | What ABD have in common.
fv:L3Dom | | | | fv:Dom | abstract | | What Private Network have in common.
fv:Np | | | | fv:Def | abstract | | What Application Profile have in common.
fv:NwEp | | | | naming:NamedIdentifiedObject | abstract | | What ATp, Client End Point, Static End Point have in common.
fvns:AAddrBlk | Abstraction of IP Address Block | | | pol:Comp | abstract | | What IP Address Block have in common.
fvns:AAddrInstP | | | | pol:Ns | abstract | | What IP Address Pool have in common.
igmp:ASnoopPol | | | | fabric:L2DomPol | abstract | | What IGMP Snoop Policy have in common.
infra:ADomP | Abstraction of Access Domain | | | fv:ADomP | abstract | | What Abstraction of Outside Domain Profile, FC Domain, Access Domain Profile have in common.
infra:AccBaseGrp | | | | pol:Def | abstract | | What PC/vPC Interface Policy Group, Leaf Access Port Policy Group have in common.
infra:DomP | Access Domain Profile | | | infra:ADomP | abstract | | What Abstraction of Domain Profile, Physical Domain have in common.
infra:DomainToNs | Super Class for Each Domain to Namespace Relation | | | reln:To | abstract | | What Relation to VLAN Pool have in common.
infra:PortP | | | | infra:Profile | abstract | | What Leaf Interface Profile, Spine Interface Profile have in common.
infra:PortS | | | | fabric:APortS | abstract | | What Access Port Selector, Spine Access Port Selector have in common.
infra:Profile | | | | fabric:AProfile | abstract | | What Attachable Access Entity Profile, FEX Profile, PortP have in common.
infra:SpAccGrp | Abstraction of Spine Access Policy Group | | | pol:Def | abstract | | What Spine Access Port Policy Group have in common.
l2:AInstPol | Fabric L2 MTU Policy | | | fabric:L2InstPol | abstract | | What Fabric L2 MTU Policy have in common.
l3ext:AConsLbl | Abstraction of External Connectivity Consumer Label | | | extnw:ALNodeP | abstract | | What External Connectivity Consumer Label have in common.
l3ext:AProvLbl | Abstraction of External Connectivity Provider Label | | | pol:Lbl | abstract | | What External Connectivity Provider Label have in common.
lacp:AEnhancedLagPol | Abstraction of Enhanced LACP Lag Policy | | | naming:NamedIdentifiedObject | abstract | | What Enhanced LACP Policy have in common.
lldp:AIfPol | Abstraction of LLDP Interface Policy | | | fabric:L2IfPol | abstract | | What LLDP Interface Policy have in common.
macsec:AAIfPol | MACsec Interface Policy | | | fabric:L2IfPol | abstract | | What MACsec Interface Policy have in common.
macsec:AAKeyChainPol | | | | fabric:L2IfPol | abstract | | What MACsec Keychain Policy have in common.
macsec:AAKeyPol | | | | fabric:L2IfPol | abstract | | What MACsec Keychain Policy have in common.
macsec:AAParamPol | | | | fabric:L2IfPol | abstract | | What MACsec Parameters Policy have in common.
macsec:AIfPol | MACsec Interface Policy | | | macsec:AAIfPol | abstract | | What MACsec Fabric Interface Policy, MACsec Access Interface Policy have in common.
macsec:AKeyChainPol | MACsec Keychain Policy | | | macsec:AAKeyChainPol | abstract | | What MACsec Keychain Policy have in common.
macsec:AKeyPol | MACsec Keychain Policy | | | macsec:AAKeyPol | abstract | | What MACsec Key Policy have in common.
macsec:AParamPol | MACsec Parameters Policy | | | macsec:AAParamPol | abstract | | What MACsec Access Parameters Policy have in common.
mcp:AIfPol | | | | fabric:L2IfPol | abstract | | What Mis-cabling Protocol Interface Policy have in common.
mld:ASnoopPol | | | | fabric:L2DomPol | abstract | | What MLD Snoop Policy have in common.
mpls:ANodeSidP | Abstraction MPLS SR Sid Node Profile | | | fabric:L3ProtoComp | abstract | | What Node Sid Profile have in common.
naming:NamedIdentifiedObject | | | | naming:NamedObject | abstract | id | What NwEp, Abstraction of Enhanced LACP Lag Policy, Abstraction of Uplink Policy Container Policy have in common.
naming:NamedObject | | | | | abstract | name nameAlias | What Abstract Certificate Store, NamedIdentifiedObject, Obj have in common.
netflow:AExporterPol | Netflow External Collector | | | netflow:AFabExporterPol | abstract | | What External Collector Reachability have in common.
netflow:AFabExporterPol | Netflow External Collector | | | fabric:L2IfPol | abstract | | What Netflow External Collector have in common.
netflow:AMonitorPol | Netflow Monitor Policy | | | fabric:L2IfPol | abstract | | What NetFlow Monitor have in common.
netflow:ARsInterfaceToMonitor | Super Class for Relation from Interface to Monitor | | | pol:NToRef | abstract | | What Netflow Monitor Policy have in common.
netflow:ARsMonitorToExporter | Super Class for Relation from Monitor to Exporter | | | pol:NToRef | abstract | | What Exporter Policy Attachment have in common.
netflow:ARsMonitorToRecord | Super Class for Relation from Monitor to Record | | | pol:NToRef | abstract | | What Record Policy Attachment have in common.
nws:AFwPol | Abstraction of Firewall Policy | | | fabric:L4IfPol | abstract | | What Firewall Policy have in common.
pki:Definition | | | | pol:Def | abstract | | What Public Key Management, Item have in common.
pki:Item | | | | pki:Definition | abstract | | What Key Ring, Certificate Authority have in common.
pol:Comp | | | | pol:Obj | abstract | | What Comp, ProtoComp, FBR Member have in common.
pol:ConsElem | | | | pol:Def | abstract | | What Lbl have in common.
pol:Cont | | | | pol:Obj | abstract | | What Dom have in common.
pol:Def | | | | pol:Obj | abstract | ownerKey ownerTag | What Communication Policy, Abstraction of Access Profile, DHCP Relay Policy have in common.
pol:DefRoot | | | | pol:Def | abstract | | What Def have in common.
pol:Dom | | | | pol:Cont | abstract | | What Domain, Tenant have in common.
pol:Lbl | | | | pol:ConsElem | abstract | | What Abstraction of Logical Node Profile, Abstraction of External Connectivity Provider Label have in common.
pol:NToRef | | | | reln:To | abstract | | What Super Class for Relation to fvBD, Super Class for Each Epg to Collection Relation, Super Class for Each Epg to Collection Interface Relation have in common.
pol:Ns | | | | pol:Def | abstract | | What AAddrInstP have in common.
pol:Obj | | | | naming:NamedObject | abstract | descr | What APortBlk, Comp, Cont have in common.
reln:Inst | | | | | abstract | ; forceResolve?=yes rType{local/service/mo}=mo state{unformed/formed/missing-target/invalid-target/cardinality-violation}=unformed stateQual{none/mismatch-target/default-target}=none tContextDn@dn tDn@dn tRn tType{name/mo/all}=name | What To have in common.
reln:To | | | | reln:Inst | abstract | | What TP, Super Class for AEpg to Static Path Relation, Relationship to External SDWan VPN have in common.
rtdmc:ARtMapEntry | rtdmc Rtmap Entry | | | pol:Comp | abstract | | What PIM Route Map Entry have in common.
stp:AIfPol | Spanning Tree Interface Policy | | | fabric:L2IfPol | abstract | | What Spanning Tree Interface Policy have in common.
vmm:AUplinkPCont | Abstraction of Uplink Policy Container Policy | | | naming:NamedIdentifiedObject | abstract | | What Uplink Policy Container have in common.
vns:AL4L7ServiceFault | Abstract Base for Attaching Faults | | | naming:NamedObject | abstract | | What Logical Device Abstraction have in common.
vns:ALDev | Logical Device Instance | | | naming:NamedObject | abstract | | What L4-L7 Devices have in common.
vns:ALDevIf | Logical Device Abstraction | | | vns:AL4L7ServiceFault | abstract | | What Logical Device Consumer have in common.
vz:ABrCP | Abstracton of Binary Contract Profile | | | vz:ACtrct | abstract | | What Contract, Out-Of-Band Contract have in common.
vz:ACollection | | | | pol:Def | abstract | | What ACtrct have in common.
vz:ACtrct | | | | vz:ACollection | abstract | | What Abstracton of Binary Contract Profile, Imported Contract, Taboo Contract have in common.
vz:ASubj | | | | pol:Comp | abstract | | What Contract Subject, Taboo Contract Subject have in common.
vz:ATerm | | | | naming:NamedObject | abstract | | What InTerm Subject, OutTerm Subject have in common.
vz:AnyToCollection | Super Class for Each any to Collection Relation | | | pol:NToRef | abstract | | What Contract, Contract have in common.
vz:AnyToInterface | Super Class for Each any to Collection Interface Relation | | | pol:NToRef | abstract | | What Imported Contract have in common.
reln:From | | | | reln:Inst | abstract | | A relation seen from its target.
stats:Item | | | | | abstract statistic | | Values counted over a time.
stats:Curr | | | | stats:Item | abstract statistic | | Values of the interval under way.
stats:Hist | | | | stats:Item | abstract statistic | | Values of intervals that are over.
`
