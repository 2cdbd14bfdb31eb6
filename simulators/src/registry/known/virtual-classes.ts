/** Virtual machine managers, what they report, and clouds. Notation: see `parseTable`. */
export const VIRTUAL_CLASSES = `
cloud:App | cloud Application container | cloudapp-{name} | fv:Tenant | | oper fault delegate cloud | | Groups the endpoint groups of a cloud application.
cloud:CertStore | Certificate Store | certstore | fv:Tenant | cloud:ACertStore | config health cloud | | A store of certificates in a cloud.
cloud:Cidr | Cloud CIDR Pool | cidr-[{addr}] | cloud:CtxProfile | | oper fault delegate cloud | | An address range of a cloud network.
cloud:CtxProfile | Cloud Context Profile | ctxprofile-{name} | fv:Tenant | | oper fault delegate cloud | | A VRF in one region of a cloud.
cloud:EPg | cloud EPg | cloudepg-{name} | cloud:App | fv:EPg | oper fault delegate cloud | | Endpoints of a cloud that are treated alike.
cloud:ExtEPg | cloud External EPg | cloudextepg-{name} | cloud:App | fv:EPg | oper fault delegate cloud | | Outside networks as a cloud sees them.
cloud:ISvcEPg | cloud implicit service EPg | sepg-{name} | cloud:App | fv:EPg | oper fault delegate cloud | | A group of service endpoints made by the cloud controller.
cloud:Subnet | Cloud Subnet | subnet-[{ip}] | cloud:Cidr | | oper fault delegate cloud | | A subnet of a cloud network.
cloud:SvcEPg | cloud Service EPg | cloudsvcepg-{name} | cloud:App | fv:EPg | oper fault delegate cloud | | Service endpoints of a cloud that are treated alike.
comp:Ctrlr | Controller | ctrlr-[{domName}]-{name} | comp:Prov | | oper fault delegate | ; hostOrIp operSt{offline/online/unknown}=online | A virtual machine manager as the fabric found it.
comp:Dom | Domain | dom-{name} | comp:Prov | | oper fault delegate | | A domain of a virtual machine manager as found.
comp:Hv | Hypervisor | hv-{oid} | comp:Ctrlr | | oper fault delegate | | A hypervisor as its manager reports it.
comp:Prov | Provider | prov-{name} | comp:Uni | | oper fault delegate | | A vendor of virtual machine managers, with what was found there.
comp:Uni | Universe | comp | top:Root | | oper fault delegate root | | Holds what virtual machine managers reported.
comp:VNic | Virtual Interface | vnic-{mac} | comp:Vm | | oper fault delegate | | A network card of a virtual machine.
comp:Vm | Virtual Machine | vm-{oid} | comp:Ctrlr | | oper fault delegate | | A virtual machine as its manager reports it.
vmm:CtrlrP | VMM Controller | ctrlr-{name} | vmm:DomP | naming:NamedObject | config fault | dvsVersion=unmanaged hostOrIp inventoryTrigSt=untriggered mode=default msftConfigErrMsg port#=0 rootContName scope=vm seqNum#=0 statsMode{disabled/enabled}=disabled | A virtual machine manager the fabric works with.
vmm:DomP | VMM Domain | dom-{name} | vmm:ProvP | comp:DomP | config fault health delegate root | accessMode{read-only/read-write}=read-write arpLearning[disabled/enabled]=disabled aveTimeOut#=30 configInfraPg?=no ctrlKnob[epDpVerify/none]=epDpVerify customSwitchName delimiter enableAVE?=no enableTag?=no enableVmFolder?=no encapMode{ivxlan/unknown/vlan/vxlan}=unknown enfPref{hw/sw/unknown}=hw epInventoryType{none/on-link}=on-link epRetTime#=0 hvAvailMonitor?=no mcastAddr@ip mode{cf/default/k8s/n1kv/nsx/nutanix_pc/nutanix_pe/openshift}=default prefEncapMode{unspecified/vlan/vxlan}=unspecified ; configIssues[cdp-lldp-collision/enhanced-lacp-lag-creation-skipped/invalid-mcast-addr/invalid-port/invalid-vxlan-ns-range/missing-assoc-attEntP/missing-encap/missing-encapblk]=none lagPolicyName txId# uniqueId# | Virtual machines of one kind, with their pools and managers.
vmm:DomPDef | Domain Profile Definition | domD-{name} | fv:EpPCont | comp:DomP | oper fault delegate | | A domain of virtual machines, as resolved.
vmm:EpPD | Portgroup | eppd-[{epgPKey}] | vmm:DomP | | oper fault delegate | | A port group at a virtual machine manager.
vmm:ProvP | Provider Profile | vmmp-{vendor} | pol:Uni | | config | | A vendor of virtual machine managers.
vmm:RsAcc | User Access Profile | rsacc | vmm:CtrlrP | reln:To | named n-to-1 vmm:CtrlrP>vmm:UsrAccP vmm:RtAcc fault | | Names the VMM Credential of the VMM Controller.
vmm:RsDomMcastAddrNs | Multicast Addr Pool | rsdomMcastAddrNs | vmm:DomP | reln:To | explicit n-to-1 vmm:DomP>fvns:McastAddrInstP fvns:RtDomMcastAddrNs fault health | | Points to the Multicast Address Pool of the VMM Domain.
vmm:RsPrefEnhancedLagPol | Relation to Preferred Enhanced Lag Policy | rsprefEnhancedLagPol | vmm:DomP | reln:To | explicit n-to-1 vmm:DomP>lacp:EnhancedLagPol lacp:RtPrefEnhancedLagPol fault health | | Points to the Enhanced LACP Policy of the VMM Domain.
vmm:UplinkPCont | Uplink Policy Container | uplinkpcont | vmm:DomP | vmm:AUplinkPCont | config | id# numOfUplinks | Holds the uplinks of a virtual switch.
vmm:UsrAccP | VMM Credential | usracc-{name} | vmm:DomP | comp:UsrAccP | config delegate | pwd! usr | User and password for a virtual machine manager.
vmm:VSwitchPolicyCont | VSwitch Policy Group | vswitchpolcont | vmm:DomP | | config | | Settings of a virtual switch.
`
