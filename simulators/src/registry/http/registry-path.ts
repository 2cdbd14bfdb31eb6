export type RegistryPath = {
  readonly version: string | undefined
  readonly className: string | undefined
  readonly isAggregate: boolean
}

const NOTHING: RegistryPath = { version: undefined, className: undefined, isAggregate: false }

/** `<prefix>/model-doc-<key>/docs/doc/jsonmeta/<pkg>/<Class>.json` and the aggregate next to the packages. */
export function readRegistryPath(path: string, prefix: string): RegistryPath {
  if (!path.startsWith(`${prefix}/model-doc-`)) return NOTHING
  const match = /^([\w.-]+)\/docs\/doc\/jsonmeta\/(.+)\.json$/.exec(path.slice(`${prefix}/model-doc-`.length))
  if (!match) return NOTHING
  const [, version, file = ''] = match
  return { version, ...readDocumentFile(file) }
}

/** `fv/BD` or `aci-meta`: the part after `jsonmeta/`, without its extension. */
export function readDocumentFile(file: string): Omit<RegistryPath, 'version'> {
  if (file === 'aci-meta') return { className: undefined, isAggregate: true }
  const [pkg = '', className = '', ...more] = file.split('/')
  const isClass = /^\w+$/.test(pkg) && /^\w+$/.test(className) && more.length === 0
  return { className: isClass ? `${pkg}:${className}` : undefined, isAggregate: false }
}
