import { documentModel } from './document-model.ts'
import type { ClassModel } from '../mim/model.ts'
import { classInfo } from './class-info.ts'

const named = (rnFormat: string) => ({
  rn_format: rnFormat,
  naming: [...rnFormat.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
})
const properties = ['dn', 'rn', 'name', 'descr', 'status', 'childAction']

/** An installed MIM of a dozen classes with the shapes that matter: inherited and double relations, recursion, age. */
export const smallMim: ClassModel = documentModel([
  classInfo('polUni', named('uni')),
  classInfo('fvTenant', { ...named('tn-{name}'), contained_by: new Set(['polUni']), properties }),
  classInfo('fvCtx', {
    ...named('ctx-{name}'),
    contained_by: new Set(['fvTenant']),
    properties: [...properties, 'pcEnfPref'],
  }),
  classInfo('fvBD', {
    ...named('BD-{name}'),
    contained_by: new Set(['fvTenant']),
    super_classes: ['fvABDPol'],
    properties: [...properties, 'arpFlood', 'mtu'],
  }),
  classInfo('fvSubnet', {
    ...named('subnet-[{ip}]'),
    contained_by: new Set(['fvBD', 'fvAEPg']),
    properties: [...properties, 'ip', 'scope'],
  }),
  classInfo('fvAp', { ...named('ap-{name}'), contained_by: new Set(['fvTenant']), properties }),
  classInfo('fvAEPg', {
    ...named('epg-{name}'),
    contained_by: new Set(['fvAp']),
    super_classes: ['fvEPg'],
    properties: [...properties, 'pcTag'],
  }),
  classInfo('vzBrCP', {
    ...named('brc-{name}'),
    contained_by: new Set(['fvTenant']),
    properties: [...properties, 'scope'],
  }),
  classInfo('vzOldCP', {
    ...named('old-{name}'),
    contained_by: new Set(['fvTenant']),
    is_deprecated: true,
    properties,
  }),
  classInfo('fvRsCtx', {
    ...named('rsctx'),
    contained_by: new Set(['fvBD']),
    relation: { from_class: 'fvABDPol', to_class: 'fvCtx' },
  }),
  classInfo('fvRsBd', {
    ...named('rsbd'),
    contained_by: new Set(['fvAEPg']),
    relation: { from_class: 'fvAEPg', to_class: 'fvBD' },
  }),
  classInfo('fvRsCons', {
    ...named('rscons-{tnVzBrCPName}'),
    contained_by: new Set(['fvAEPg']),
    relation: { from_class: 'fvEPg', to_class: 'vzBrCP' },
  }),
  classInfo('fvRsProv', {
    ...named('rsprov-{tnVzBrCPName}'),
    contained_by: new Set(['fvAEPg']),
    relation: { from_class: 'fvEPg', to_class: 'vzBrCP' },
  }),
  classInfo('fvRsSecInherited', {
    ...named('rssec-[{tDn}]'),
    contained_by: new Set(['fvAEPg']),
    relation: { from_class: 'fvEPg', to_class: 'fvEPg' },
  }),
])
