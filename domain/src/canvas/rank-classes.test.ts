import { beforeAll, describe, expect, it } from 'vitest'
import { FAMILIAR_CLASSES } from '../mim/known/familiar-classes.ts'
import { idOf } from '../testing/compiled-graph.ts'
import { hasOperatorModel, readOperatorRecords, retrievalModelOf } from '../testing/operator-model.ts'
import { connectable } from './connectable.ts'
import { type ClassUse, UNUSED } from './rank-classes.ts'

/** Classes of the real model, each with the first that an operator expects beside it. */
const EXPECTED = `
fvTenant fvBD fvCtx fvAEPg fvSubnet fvAp
fvBD fvCtx fvAEPg fvSubnet l3extOut fvTenant
fvCtx fvBD l3extOut fvTenant fvCEp fvIp
fvAEPg fvBD fvSubnet fvAp vzBrCP fvTenant
fvSubnet fvBD fvAEPg fvAp fvTenant l2extOut
fvAp fvAEPg fvSubnet fvTenant fvCEp fvIp
fvESg fvCtx fvAEPg fvAp vzBrCP fvTenant
fvCEp fvCtx fvAEPg fvAp fvTenant fvIp
fvIp fvCtx fvAEPg fvAp fvTenant fvCEp
vzBrCP fvAEPg vzSubj fvTenant l3extInstP fvESg
vzSubj vzBrCP vzFilter fvTenant vzRsSubjFiltAtt vzOOBBrCP
vzFilter vzSubj vzEntry fvTenant polUni vzEntryPortZero
vzEntry vzFilter fvTenant polUni
vzAny fvCtx vzBrCP fvTenant vzCPIf polUni
l3extOut fvBD fvCtx fvTenant l3extInstP fvRsCons
l3extInstP fvAEPg vzBrCP l3extOut fvTenant fvESg
l3extSubnet l3extOut fvTenant l3extInstP polUni l3extFabricExtRoutingP
l3extLNodeP l3extOut fvTenant l3extLIfP l3extRsPathL3OutAtt l3extRsNodeL3OutAtt
l3extLIfP l3extOut fvTenant l3extLNodeP l3extRsPathL3OutAtt l3extMember
l3extRsPathL3OutAtt l3extOut fvTenant l3extLNodeP l3extLIfP l3extMember
bgpPeerP l3extOut fvTenant l3extLNodeP l3extLIfP l3extRsPathL3OutAtt
rtctrlProfile fvBD l3extOut fvTenant l3extInstP rtctrlCtxP
rtctrlCtxP l3extOut fvTenant rtctrlProfile rtctrlSubjP polUni
l2extOut fvBD fvSubnet fvTenant fvCEp fvIp
fabricNode topSystem l1PhysIf ethpmPhysIf ethpmFcot pcAggrIf
topSystem l1PhysIf ethpmPhysIf ethpmFcot pcAggrIf lldpAdjEp
l1PhysIf topSystem ethpmPhysIf ethpmFcot pcAggrIf fabricNode
ethpmPhysIf topSystem l1PhysIf ethpmFcot fabricNode fabricPod
ethpmFcot topSystem l1PhysIf ethpmPhysIf fabricNode fabricPod
pcAggrIf topSystem l1PhysIf fabricNode fabricPod fabricTopology
lldpAdjEp topSystem lldpIf fabricNode fabricPod fabricTopology
cdpAdjEp topSystem cdpIf fabricNode fabricPod fabricTopology
fabricPod topSystem l1PhysIf ethpmPhysIf ethpmFcot pcAggrIf
fabricPathEp fvAEPg fvCEp l3extLIfP fabricPod fabricTopology
infraAccPortP infraHPortS infraPortBlk infraNodeP infraSubPortBlk infraInfra
infraHPortS infraAccPortP infraPortBlk infraAccPortGrp infraAccBndlGrp infraFexP
infraPortBlk infraAccPortP infraHPortS infraFexP infraSpAccPortP infraSHPortS
infraAccPortGrp infraHPortS infraAttEntityP infraFuncP infraInfra infraRsAttEntP
infraAccBndlGrp infraHPortS infraAttEntityP infraFuncP infraInfra infraRsAttEntP
infraAttEntityP fvAEPg infraAccPortGrp infraAccBndlGrp physDomP vmmDomP
infraNodeP infraAccPortP infraLeafS infraNodeBlk infraInfra infraRsAccPortP
infraLeafS infraNodeP infraNodeBlk infraInfra polUni infraAccNodePGrp
infraNodeBlk infraNodeP infraLeafS infraSpineP infraSpineS infraInfra
physDomP fvAEPg infraAttEntityP fvnsVlanInstP infraRsVlanNs vnsLDevVip
vmmDomP fvAEPg infraAttEntityP fvnsVlanInstP fvnsEncapBlk vmmProvP
l3extDomP l3extOut infraAttEntityP fvnsVlanInstP infraRsVlanNs polUni
fvnsVlanInstP physDomP vmmDomP l3extDomP l2extDomP fvnsEncapBlk
fvnsEncapBlk vmmDomP fvnsVlanInstP fvnsVxlanInstP vmmProvP infraInfra
fvRsPathAtt fvAEPg fvAp fvTenant polUni fvNlbStaticGroup
fvRsDomAtt fvAEPg fvAp fvTenant polUni fvAEPgAddrMgmtPoolAtt
aaaUser aaaUserEp polUni aaaSshAuth aaaUserCert aaaUserData
polUni fvBD fvCtx fvAEPg fvSubnet fvAp
infraInfra infraAccPortP infraHPortS infraPortBlk infraAccPortGrp infraAccBndlGrp
eqptCh topSystem fabricNode fabricPod fabricTopology eqptPsu
mgmtOoB fvTenant fabricNode mgmtMgmtP polUni mgmtIp
vnsLDevVip fvTenant physDomP vnsCDev vnsLDevCtx polUni
`

describe.skipIf(!hasOperatorModel)('what fits beside a class of the real model', () => {
  let model: ReturnType<typeof retrievalModelOf>
  beforeAll(() => {
    model = retrievalModelOf(readOperatorRecords().values())
  }, 200_000)

  const beside = (className: string, { use = {}, text = '', limit = 5 }: Options = {}) =>
    connectable(model, idOf(model.graph, className), text, limit, { ...UNUSED, ...use }).map(({ name }) => name)
  type Options = { use?: Partial<ClassUse>; text?: string; limit?: number }

  const lines = EXPECTED.trim().split('\n')
  it.each(lines.map((line) => line.split(' ') as [string, ...string[]]))('%s', (className, ...expected) => {
    expect(beside(className)).toEqual(expected)
  })

  it('begins with what saved queries join to it', () => {
    const use = { together: (_: string, other: string) => (other === 'monEPGPol' ? 2 : other === 'fvAp' ? 1 : 0) }

    expect(beside('fvTenant', { use, limit: 3 })).toEqual(['monEPGPol', 'fvAp', 'fvBD'])
  })

  it('goes on with what has objects on the controller, and ends with what has none', () => {
    const counts = new Map([
      ['fvBD', 0],
      ['vzBrCP', 7],
      ['fvCtx', 3],
    ])
    const use = { objects: (name: string) => counts.get(name) }

    const names = beside('fvTenant', { use, limit: 60 })
    expect(names.slice(0, 3)).toEqual(['fvCtx', 'vzBrCP', 'fvAEPg'])
    expect(names).not.toContain('fvBD')
  })

  it('puts abstract classes and the read-only ends of relations last', () => {
    const names = beside('vzBrCP', { limit: 100 })
    const isLast = (name: string) =>
      /^[a-z]+\d?Rt[A-Z]/.test(name) || model.graph.has(idOf(model.graph, name), 'is_abstract')

    expect(names.map(isLast)).toEqual(names.map(isLast).toSorted())
  })

  it('gives the class of that name, then those that people use, to a text', () => {
    expect(beside('fvTenant', { text: 'subnet' })[0]).toBe('fvSubnet')
    expect(beside('fvTenant', { text: 'fvap' })[0]).toBe('fvAp')
    expect(beside('topSystem', { text: 'interface', limit: 20 })[0]).toBe('l1PhysIf')
  })

  it('knows only classes that exist', () => {
    expect(FAMILIAR_CLASSES.filter((name) => model.graph.find(name) === undefined)).toEqual([])
  })
})
