/**
 * Access policy, pools, domains and virtual machine managers: class, RN format, expected number of objects, parents,
 * ancestors.
 */
export const ACCESS_CLASSES = `
infraInfra          infra                            1     polUni
infraFuncP          funcprof                         1     infraInfra
infraAttEntityP     attentp-{name}                   50    infraInfra
infraProvAcc        provacc                          20    infraAttEntityP
infraGeneric        gen-{name}                       20    infraAttEntityP
infraAccPortP       accportprof-{name}               200   infraInfra
infraHPortS         hports-{name}-typ-{type}         2000  infraAccPortP,infraFexP
infraPortBlk        portblk-{name}                   3000  infraHPortS,infraSHPortS
infraSubPortBlk     subportblk-{name}                100   infraHPortS,infraSHPortS
infraNodeP          nprof-{name}                     150   infraInfra
infraLeafS          leaves-{name}-typ-{type}         200   infraNodeP
infraNodeBlk        nodeblk-{name}                   300   infraLeafS,infraSpineS
infraSpineP         spprof-{name}                    20    infraInfra
infraSpineS         spines-{name}-typ-{type}         20    infraSpineP
infraSpAccPortP     spaccportprof-{name}             20    infraInfra
infraSHPortS        shports-{name}-typ-{type}        50    infraSpAccPortP
infraAccPortGrp     accportgrp-{name}                200   infraFuncP                    infraAccBaseGrp
infraAccBndlGrp     accbundle-{name}                 800   infraFuncP                    infraAccBaseGrp
infraAccBndlSubgrp  accsubbndl-{name}                50    infraAccBndlGrp
infraSpAccPortGrp   spaccportgrp-{name}              10    infraFuncP                    infraSpAccGrp
infraAccNodePGrp    accnodepgrp-{name}               10    infraFuncP
infraFexP           fexprof-{name}                   50    infraInfra
infraHPathS         hpaths-{name}                    50    infraInfra
fabricHIfPol        hintfpol-{name}                  20    infraInfra
cdpIfPol            cdpIfP-{name}                    10    infraInfra
lldpIfPol           lldpIfP-{name}                   10    infraInfra
lacpLagPol          lacplagp-{name}                  20    infraInfra
mcpIfPol            mcpIfP-{name}                    10    infraInfra
stpIfPol            ifPol-{name}                     10    infraInfra
l2IfPol             l2IfP-{name}                     10    infraInfra
stormctrlIfPol      stormctrlifp-{name}              10    infraInfra
fvnsVlanInstP       vlanns-[{name}]-{allocMode}      50    infraInfra
fvnsEncapBlk        from-[{from}]-to-[{to}]          100   fvnsVlanInstP,fvnsVxlanInstP
fvnsVxlanInstP      vxlanns-{name}                   5     infraInfra
fvnsAddrInst        addrinst-{name}                  20    fvTenant
fvnsUcastAddrBlk    fromaddr-[{from}]-toaddr-[{to}]  20    fvnsAddrInst
physDomP            phys-{name}                      40    polUni                        infraDomP,infraADomP
l3extDomP           l3dom-{name}                     30    polUni                        infraADomP,extnwDomP
l2extDomP           l2dom-{name}                     5     polUni                        infraADomP,extnwDomP
vmmProvP            vmmp-{vendor}                    8     polUni
vmmDomP             dom-{name}                       10    vmmProvP                      infraDomP,infraADomP,compDomP
vmmCtrlrP           ctrlr-{name}                     12    vmmDomP
vmmUsrAccP          usracc-{name}                    12    vmmDomP
compProv            prov-{name}                      8     -
compCtrlr           ctrlr-[{domName}]-{name}         12    compProv
compHv              hv-{oid}                         300   compCtrlr
compVm              vm-{oid}                         9000  compCtrlr
compVNic            vnic-{mac}                       9500  compVm
`
