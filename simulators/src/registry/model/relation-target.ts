import { type ClassSpec, type RelationSpec, namingProperties, spacedName, splitName } from './class-spec.ts'
import { parseProperty } from './parse-property.ts'

/** The target end of a relation, created by the controller: for `fv:RsCtx`, `fv:RtCtx` below the VRF. */
export function targetSpec(source: ClassSpec, relation: RelationSpec): ClassSpec {
  const rnFormat = targetRn(source, relation)
  return {
    name: relation.target,
    label: spacedName(splitName(relation.from)[1]),
    description: `Points back to what refers to this object with ${source.name}.`,
    rnFormat,
    parents: [relation.to],
    superClass: source.traits.has('abstract') ? undefined : 'reln:From',
    traits: new Set(['target']),
    relation: undefined,
    properties: namingProperties(rnFormat).map((name) => parseProperty(name === 'tDn' ? 'tDn@dn' : name, false)),
  }
}

function targetRn(source: ClassSpec, { from, target }: RelationSpec): string {
  const [fromPackage] = splitName(from)
  const [targetPackage, targetClass] = splitName(target)
  const rest = targetClass.slice('Rt'.length)
  const stem = fromPackage === targetPackage ? rest.charAt(0).toLowerCase() + rest.slice(1) : fromPackage + rest
  const others = namingProperties(source.rnFormat).filter((name) => name !== 'tDn' && !/^tn[A-Z]/.test(name))
  return ['rt' + stem, '[{tDn}]', ...others.map((name) => `{${name}}`)].join('-')
}
