import type { ClassRecord } from '../mim/class-record.ts'
import { classRecord, propertyRecord } from './class-record.ts'
import { retrievalModelOf } from './operator-model.ts'

type Parts = Parameters<typeof classRecord>[1] & object

const COMMON = ['name', 'descr', 'dn'] as const

const thing = (name: string, parents: readonly string[], { properties = [], ...parts }: Parts = {}): ClassRecord =>
  classRecord(name, {
    rn_format: `${name}-{name}`,
    naming: ['name'],
    contained_by: [...parents],
    properties: [...COMMON, ...properties],
    ...parts,
  })

const relation = (name: string, holder: string, from: string, to: string): ClassRecord =>
  classRecord(name, {
    rn_format: name,
    contained_by: [holder],
    properties: ['dn', 'tDn', 'forceResolve'],
    relation: {
      from_class: from,
      from_relation: name,
      to_class: to,
      to_relation: '',
      type: 'named',
      cardinality: 'n-to-m',
    },
  })

/** A few classes with the shapes that matter to joins: two relations between two classes, one that is held below. */
export const proposalModel = retrievalModelOf([
  thing('polUni', []),
  thing('fvTenant', ['polUni']),
  thing('fvCtx', ['fvTenant'], { properties: ['pcEnfPref'] }),
  thing('fvBD', ['fvTenant'], {
    super_classes: ['fvABDPol'],
    properties: ['mtu', 'arpFlood', propertyRecord('type', { values: ['regular', 'fc'], value_count: 2 })],
  }),
  thing('fvSubnet', ['fvBD', 'fvAEPg'], { properties: ['ip', 'scope'] }),
  thing('fvAp', ['fvTenant']),
  thing('fvAEPg', ['fvAp'], { super_classes: ['fvEPg'], properties: ['pcTag'] }),
  thing('vzBrCP', ['fvTenant'], { properties: ['scope'] }),
  thing('vzSubj', ['vzBrCP']),
  thing('vzFilter', ['fvTenant']),
  relation('fvRsCtx', 'fvBD', 'fvABDPol', 'fvCtx'),
  relation('fvRsBd', 'fvAEPg', 'fvAEPg', 'fvBD'),
  relation('fvRsCons', 'fvAEPg', 'fvEPg', 'vzBrCP'),
  relation('fvRsProv', 'fvAEPg', 'fvEPg', 'vzBrCP'),
  relation('vzRsSubjFiltAtt', 'vzSubj', 'vzSubj', 'vzFilter'),
  thing('fabricNode', ['polUni'], { properties: ['serial'] }),
  thing('eqptCh', ['polUni'], { properties: ['ser'] }),
])
