const ORDER = `
topSystem l1PhysIf ethpmPhysIf ethpmFcot pcAggrIf lldpAdjEp cdpAdjEp lldpIf cdpIf
fvBD fvCtx fvAEPg fvSubnet fvAp vzBrCP vzSubj vzFilter vzEntry l3extOut fvTenant l3extInstP fvCEp fvIp fvESg
fvRsPathAtt fvRsDomAtt fvRsCons fvRsProv vzAny vzRsSubjFiltAtt
l3extSubnet l3extLNodeP l3extLIfP l3extRsPathL3OutAtt l3extRsNodeL3OutAtt l3extMember ipRouteP ipNexthopP bgpPeerP
bgpExtP ospfExtP ospfIfP eigrpExtP bfdIfP l2extOut l2extInstP rtctrlProfile rtctrlCtxP rtctrlSubjP rtctrlMatchRtDest
fabricNode fabricPod fabricTopology fabricPathEp fabricPathEpCont fabricProtPathEpCont fabricLink fabricNodeIdentP
fabricExplicitGEp fabricNodePEp
infraAccPortP infraHPortS infraPortBlk infraAccPortGrp infraAccBndlGrp physDomP vmmDomP l3extDomP l2extDomP
infraAttEntityP infraNodeP infraLeafS infraNodeBlk infraFexP infraSpineP infraSpineS infraSpAccPortP infraSHPortS
infraSpAccPortGrp infraSubPortBlk infraHPathS infraFuncP infraGeneric infraProvAcc
fvnsVlanInstP fvnsEncapBlk fvnsVxlanInstP vmmProvP vmmCtrlrP infraInfra
compVm compHv compVNic compCtrlr
infraRsDomP infraRsAttEntP infraRsAccBaseGrp infraRsAccPortP infraRsVlanNs infraRsHPathAtt infraRsFuncToEpg
fabricHIfPol cdpIfPol lldpIfPol lacpLagPol mcpIfPol stpIfPol l2IfPol stormctrlIfPol
vlanCktEp l2BD l3Ctx sviIf epmMacEp epmIpEp uribv4Route uribv4Nexthop uribv4Dom arpAdjEp
bgpPeer bgpPeerEntry bgpDom bgpInst ospfAdjEp ospfIf ospfDom isisAdjEp vpcDom vpcIf actrlRule
eqptCh eqptSupC eqptLC eqptFt eqptPsu eqptFan firmwareRunning firmwareCtrlrRunning infraWiNode mgmtMgmtIf
faultInst faultDelegate faultRecord faultSummary healthInst eventRecord aaaModLR aaaSessionLR
aaaUser aaaDomain aaaUserEp configSnapshot maintMaintGrp
fvRsBd fvRsCtx fvRsBDToOut l3extRsEctx l3extRsL3DomAtt
mgmtMgmtP mgmtOoB mgmtInB mgmtInstP vzTaboo vzCPIf vzOOBBrCP fvStCEp fvEPSelector fvTagSelector
vnsLDevVip vnsCDev vnsAbsGraph vnsLDevCtx vnsSvcRedirectPol vnsSvcCont dhcpRelayP dhcpLbl
bgpCtxPol ospfCtxPol l3extRouteTagPol fvEpRetPol fvIPSLAMonitoringPol polUni
`

const places: ReadonlyMap<string, number> = new Map(
  ORDER.trim()
    .split(/\s+/)
    .map((name, place) => [name, place]),
)

/** The classes that operators know, in the order in which they are wanted beside a class that can be joined to them. */
export const FAMILIAR_CLASSES: readonly string[] = [...places.keys()]

/** The place of a class among `FAMILIAR_CLASSES`; Infinity for any other. */
export const familiarPlace = (className: string): number => places.get(className) ?? Infinity
