import { isMap, isPair, isScalar, isSeq, LineCounter, type Pair, parseDocument, stringify, visit } from 'yaml'
import { isRecord } from '../is-record.ts'

/** The file of what belongs to no query: folders, and the scope. Names that begin like it are those of lists. */
export const ROOT_FILE = 'heddle.yaml'

/** A saved query or scheduled task as exports write it. */
export type Item = { readonly name: string; readonly [key: string]: unknown }

/** What a pull holds, as the file of the folder remembers it. */
export type Scope = {
  /** `/` for everything; without it everything too, of which nothing is deleted. */
  readonly category?: string
  /** Lists besides queries. */
  readonly kinds?: readonly PlatformList[]
}

/** What one file says, or all files of a folder together. */
export type Content = Readonly<Record<(typeof QUERY_KINDS)[number], readonly Item[]>> &
  Readonly<Partial<Record<PlatformList, readonly Item[]>>> & {
    readonly version: 1
    readonly scope?: Scope
    readonly categories: readonly unknown[]
  }

/** Something wrong in a file; the field is as the server names it. */
export type FileFault = {
  readonly file: string
  readonly line: number
  readonly field: string
  readonly message: string
}

export type FolderFile = {
  /** From the folder on, with slashes. */
  readonly path: string
  readonly content: Content
  /** What is wrong although the rest can be read; the server may find more. */
  readonly faults: readonly FileFault[]
  /** Whether `heddle pull` wrote it here. */
  readonly isPulled: boolean
  /** The line of what the keys lead to, or of the nearest thing above it. */
  readonly lineOf: (keys: readonly (string | number)[]) => number
}

const QUERY_KINDS = ['saved_queries', 'scheduled_tasks'] as const
/** What an installation has besides queries, each list in a file of its own. */
export const PLATFORM_LISTS = [
  ...(['groups', 'controller_connections', 'automation_connections'] as const),
  ...(['automation_categories', 'regex_patterns', 'validation_lists', 'column_templates'] as const),
  ...(['automation_templates', 'settings'] as const),
] as const
export type PlatformList = (typeof PLATFORM_LISTS)[number]
export const ITEM_KINDS = [...QUERY_KINDS, ...PLATFORM_LISTS] as const

/** Where `heddle pull` writes a list. */
export const platformFile = (list: PlatformList): string => `heddle.${list.replaceAll('_', '-')}.yaml`

export const describeFault = ({ file, line, field, message }: FileFault): string =>
  `${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`

/** A file as a document of saved queries, or everything that is wrong with it. */
export function readFolderFile(path: string, text: string): FolderFile | readonly FileFault[] {
  const lines = new LineCounter()
  const options = {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  } as const
  const document = parseDocument(text, options)
  const fault = (offset: number, message: string, field = ''): FileFault => ({
    file: path,
    line: lineAt(lines, offset),
    field,
    message,
  })
  const faults = document.errors.map(({ code, pos, message }) =>
    fault(pos[0], code === 'MULTIPLE_DOCS' ? 'A file holds one document: remove this line.' : message),
  )
  if (faults.length > 0) return faults
  const repeated: FileFault[] = []
  visit(document, {
    Alias: (_, { range }) => void faults.push(fault(range?.[0] ?? 0, 'Write the value out instead of an alias.')),
    Value: (_, { tag, anchor, range }) => {
      const refused = tag === undefined ? anchor && `the anchor &${anchor}` : `the tag ${tag}`
      if (refused) faults.push(fault(range?.[0] ?? 0, `Remove ${refused}.`))
    },
    Map: (_, { items }) => {
      const seen = new Set<string>()
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key)
        if (seen.size === seen.add(name).size) repeated.push(fault(startOf(key), `The key ${name} is here twice.`))
      }
    },
  })
  if (faults.length > 0) return faults
  const root: unknown = document.toJS()
  const lineOf = (keys: readonly (string | number)[]) => lineAt(lines, offsetOf(document.contents, keys))
  const wrong = shapeFaults(root).map(({ keys, message }) => ({
    file: path,
    line: lineOf(keys),
    field: keys.join('.'),
    message,
  }))
  if (wrong.length > 0) return [...repeated, ...wrong]
  const content: Content = {
    version: 1,
    categories: [],
    saved_queries: [],
    scheduled_tasks: [],
    ...(root as Partial<Content>),
  }
  return { path, content, lineOf, faults: repeated, isPulled: text.replace(SCHEMA_LINE, '').startsWith(headerOf(path)) }
}

type ShapeFault = { readonly keys: readonly (string | number)[]; readonly message: string }

/** Only what has to be right to put files together: the server judges the rest. */
function shapeFaults(root: unknown): readonly ShapeFault[] {
  if (!isRecord(root) || root.version !== 1)
    return [{ keys: [], message: 'This is no file of saved queries: it lacks `version: 1`.' }]
  const lists = ['categories', ...ITEM_KINDS].filter((key) => root[key] !== undefined && !Array.isArray(root[key]))
  if (lists.length > 0) return lists.map((key) => ({ keys: [key], message: 'Expected a list.' }))
  return [
    ...(root.delete_missing === undefined
      ? []
      : [{ keys: ['delete_missing'], message: 'Pass --delete-missing instead.' }]),
    ...ITEM_KINDS.flatMap((kind) =>
      ((root[kind] ?? []) as readonly unknown[]).flatMap((item, index) =>
        isRecord(item) && typeof item.name === 'string'
          ? []
          : [{ keys: [kind, index], message: 'Expected an object with a name.' }],
      ),
    ),
  ]
}

const lineAt = (lines: LineCounter, offset: number): number => Math.max(1, lines.linePos(offset).line)

/** Where the value of the keys begins; with a missing one, where the thing that lacks it begins. */
function offsetOf(root: unknown, keys: readonly (string | number)[]): number {
  let [node, offset] = [root, startOf(root)]
  for (const key of keys) {
    const child = childOf(node, key)
    if (child === undefined) break
    offset = startOf(isPair(child) ? child.key : child)
    node = isPair(child) ? child.value : child
  }
  return offset
}

function childOf(node: unknown, key: string | number): unknown {
  if (isSeq(node)) return node.items[Number(key)]
  return isMap(node)
    ? node.items.find((pair: Pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === String(key))
    : undefined
}

const startOf = (node: unknown): number => (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? 0

/** Tells editors what a file may say. */
const SCHEMA_LINE = /^# yaml-language-server: .*\n/

const headerOf = (path: string): string => `# Written by \`heddle pull\` as ${path}\n`

/**
 * A file as `heddle pull` writes it; `isOwn` marks it as one that pull may remove again. The address of a schema lets
 * editors complete and check it.
 */
export function writeFolderFile(
  path: string,
  { version, ...content }: Content,
  { isOwn = true, schema }: { readonly isOwn?: boolean; readonly schema?: string | undefined } = {},
): string {
  const given = Object.entries(content).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  const text = stringify(
    { version, ...Object.fromEntries(given) },
    { lineWidth: 0, aliasDuplicateObjects: false, schema: 'core' },
  )
  const line = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`
  return line + (isOwn ? headerOf(path) : '') + text
}
