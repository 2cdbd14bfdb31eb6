/**
 * Tenant policy: class, RN format, expected number of objects on a busy fabric, parents, ancestors that declare
 * relations.
 */
export const TENANT_CLASSES = `
polUni                uni                                                              1       topRoot
fvTenant              tn-{name}                                                        100     polUni
fvCtx                 ctx-{name}                                                       300     fvTenant
fvBD                  BD-{name}                                                        2000    fvTenant                         fvABDPol
fvSubnet              subnet-[{ip}]                                                    3000    fvBD,fvAEPg,l2extInstP,mgmtInB
fvAp                  ap-{name}                                                        400     fvTenant
fvAEPg                epg-{name}                                                       4000    fvAp                             fvEPg
fvESg                 esg-{name}                                                       200     fvAp                             fvEPg
fvTagSelector         tagselectorkey-[{matchKey}]-value-[{matchValue}]                 500     fvESg
fvEPSelector          epselector-[{matchExpression}]                                   500     fvESg
fvCEp                 cep-{name}                                                       40000   fvAEPg,fvESg,fvCtx,l2extInstP
fvIp                  ip-[{addr}]                                                      60000   fvCEp
fvStCEp               stcep-{mac}-type-{type}                                          500     fvAEPg
fvVip                 vip-[{addr}]                                                     200     fvAEPg
fvEpIpTag             epiptag-[{ip}]-{ctxName}                                         500     fvEpTags
fvEpMacTag            epmactag-{mac}-[{bdName}]                                        500     fvEpTags
fvEpP                 fv-[{epgPKey}]                                                   6000    -
fvLocale              node-{id}                                                        20000   fvEpP
fvIfConn              conn-[{encap}]-[{addr}]                                          200000  -
vzBrCP                brc-{name}                                                       1500    fvTenant
vzSubj                subj-{name}                                                      1800    vzBrCP,vzOOBBrCP
vzFilter              flt-{name}                                                       1000    fvTenant
vzEntry               e-{name}                                                         3000    vzFilter
vzInTerm              intmnl                                                           300     vzSubj
vzOutTerm             outtmnl                                                          300     vzSubj
vzAny                 any                                                              300     fvCtx
vzTaboo               taboo-{name}                                                     20      fvTenant
vzTSubj               tsubj-{name}                                                     20      vzTaboo
vzCPIf                cif-{name}                                                       100     fvTenant
vzOOBBrCP             oobbrc-{name}                                                    5       fvTenant
l3extOut              out-{name}                                                       400     fvTenant
l3extInstP            instP-{name}                                                     600     l3extOut                         fvEPg
l3extSubnet           extsubnet-[{ip}]                                                 5000    l3extInstP
l3extLNodeP           lnodep-{name}                                                    500     l3extOut
l3extLIfP             lifp-{name}                                                      700     l3extLNodeP
l3extMember           mem-{side}                                                       1000    l3extRsPathL3OutAtt
l3extIp               addr-[{addr}]                                                    500     l3extMember,l3extRsPathL3OutAtt
l3extLoopBackIfP      lbp-[{addr}]                                                     300     l3extRsNodeL3OutAtt
l3extRouteTagPol      rttag-{name}                                                     50      fvTenant
ipRouteP              rt-[{ip}]                                                        10000   l3extRsNodeL3OutAtt
ipNexthopP            nh-[{nhAddr}]                                                    10000   ipRouteP
bgpExtP               bgpExtP                                                          300     l3extOut
bgpPeerP              peerP-[{addr}]                                                   800     l3extLNodeP,l3extRsPathL3OutAtt
bgpCtxPol             bgpCtxP-{name}                                                   100     fvTenant
ospfExtP              ospfExtP                                                         200     l3extOut
ospfIfP               ospfIfP                                                          200     l3extLIfP
ospfCtxPol            ospfCtxP-{name}                                                  50      fvTenant
eigrpExtP             eigrpExtP                                                        50      l3extOut
bfdIfP                bfdIfP                                                           100     l3extLIfP
l2extOut              l2out-{name}                                                     20      fvTenant
l2extInstP            instP-{name}                                                     20      l2extOut                         fvEPg
rtctrlProfile         prof-{name}                                                      300     fvTenant,l3extOut
rtctrlCtxP            ctx-{name}                                                       400     rtctrlProfile
rtctrlSubjP           subj-{name}                                                      200     fvTenant
rtctrlMatchRtDest     dest-[{ip}]                                                      1000    rtctrlSubjP
dhcpRelayP            relayp-{name}                                                    50      fvTenant,infraInfra
dhcpLbl               dhcplbl-{name}                                                   500     fvBD
monEPGPol             monepg-{name}                                                    100     fvTenant
fvEpRetPol            epRPol-{name}                                                    100     fvTenant
igmpSnoopPol          snPol-{name}                                                     100     fvTenant
ndIfPol               ndifpol-{name}                                                   50      fvTenant
fhsBDPol              bdpol-{name}                                                     50      fvTenant
qosCustomPol          qoscustom-{name}                                                 50      fvTenant
fvTrackList           tracklist-{name}                                                 50      fvTenant
fvTrackMember         trackmember-{name}                                               100     fvTenant
fvIPSLAMonitoringPol  ipslaMonitoringPol-{name}                                        50      fvTenant
vnsLDevVip            lDevVip-{name}                                                   100     fvTenant                         vnsALDev
vnsCDev               cDev-{name}                                                      150     vnsLDevVip
vnsLIf                lIf-{name}                                                       200     vnsLDevVip
vnsAbsGraph           AbsGraph-{name}                                                  100     fvTenant
vnsAbsNode            AbsNode-{name}                                                   150     vnsAbsGraph
vnsLDevCtx            ldevCtx-c-{ctrctNameOrLbl}-g-{graphNameOrLbl}-n-{nodeNameOrLbl}  200     fvTenant
vnsSvcCont            svcCont                                                          100     fvTenant
vnsSvcRedirectPol     svcRedirectPol-{name}                                            100     vnsSvcCont
vnsRedirectDest       RedirectDest_ip-[{ip}]                                           200     vnsSvcRedirectPol
mgmtMgmtP             mgmtp-{name}                                                     1       fvTenant
mgmtOoB               oob-{name}                                                       1       mgmtMgmtP
mgmtInB               inb-{name}                                                       2       mgmtMgmtP                        fvEPg
mgmtInstP             instp-{name}                                                     5       -
`
