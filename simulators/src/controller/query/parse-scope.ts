import { checkDn } from '../model/check-dn.ts'
import type { ObjectStore } from '../model/object-store.ts'
import { problems } from '../problem/controller-problem.ts'
import type { Scope } from './query.ts'

/** `path` is decoded, without `/api/` and `.json`: `class/fvBD`, `node/class/topology/pod-1/faultInst`, `mo/uni`. */
export function parseScope(path: string, store: ObjectStore): Scope {
  const address = path.startsWith('node/') ? path.slice('node/'.length) : path
  if (address === 'mo') return { kind: 'object', dn: '' }
  if (address.startsWith('mo/')) return { kind: 'object', dn: checkDn(address.slice('mo/'.length), store) }
  const classPath = address.slice('class/'.length)
  const slash = classPath.lastIndexOf('/')
  const classes = resolveClasses(classPath.slice(slash + 1), store)
  return slash < 0
    ? { kind: 'class', classes }
    : { kind: 'class-below', dn: checkDn(classPath.slice(0, slash), store), classes }
}

export function isQueryPath(path: string): boolean {
  return /^(node\/)?(mo$|mo\/|class\/.)/.test(path)
}

function resolveClasses(list: string, store: ObjectStore): string[] {
  const names = list.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !store.knowsClass(name))
  if (unknown !== undefined) throw problems.unresolvedClass(unknown)
  return [...new Set(names.flatMap((name) => store.concreteClasses(name)))]
}
