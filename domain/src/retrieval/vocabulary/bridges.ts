/**
 * Classes that a question about two others needs although it does not name them: two classes, then those between them.
 * Ports, for example, are configured by profiles and selectors.
 */
export const BRIDGES = `
fvAEPg           ethpmPhysIf    fvRsPathAtt fabricPathEp
fvAEPg           fabricNode     fvRsPathAtt
fvAEPg           pcAggrIf       fvRsPathAtt fabricPathEp
fvAEPg           vpcIf          fvRsPathAtt fabricPathEp
fvAEPg           vlanCktEp      fvRsPathAtt
fvAEPg           fvnsVlanInstP  fvRsDomAtt physDomP infraRsVlanNs
fvAEPg           infraAttEntityP fvRsDomAtt physDomP infraRsDomP
fvCEp            ethpmPhysIf    fabricPathEp
fvCEp            fabricNode     fabricPathEp
fvCtx            fabricNode     l3Ctx
fvBD             fabricNode     l2BD
l3extOut         fabricNode     l3extLNodeP l3extRsNodeL3OutAtt
l3extOut         ethpmPhysIf    l3extLIfP l3extRsPathL3OutAtt
l3extOut         bgpPeerEntry   bgpPeerP l3extLNodeP
infraAccPortGrp  ethpmPhysIf    infraHPortS infraPortBlk infraRsAccBaseGrp
infraAccBndlGrp  pcAggrIf       infraHPortS infraPortBlk infraRsAccBaseGrp
infraAttEntityP  ethpmPhysIf    infraRsAttEntP infraAccPortGrp infraRsAccBaseGrp infraHPortS
infraAccPortP    fabricNode     infraNodeP infraRsAccPortP infraLeafS infraNodeBlk
infraHPortS      fabricNode     infraAccPortP infraNodeP infraRsAccPortP
physDomP         ethpmPhysIf    infraAttEntityP infraRsDomP infraRsAttEntP
vzBrCP           vzEntry        vzSubj vzRsSubjFiltAtt vzFilter
fvAEPg           vzEntry        vzBrCP vzSubj vzRsSubjFiltAtt vzFilter
fvSubnet         fvCtx          fvBD fvRsCtx
`
