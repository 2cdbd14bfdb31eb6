import { type Content, type FileFault, ITEM_KINDS, type FolderFile, PLATFORM_LISTS, ROOT_FILE } from './folder-file.ts'

/** The files of a folder as one document, or what keeps them from being one. */
export function joinFiles(files: readonly FolderFile[]): Content | readonly FileFault[] {
  const faults = [...files.flatMap(misplacedScope), ...ITEM_KINDS.flatMap((kind) => repeatedNames(files, kind))]
  if (faults.length > 0) return faults
  const scope = files.find(({ path }) => path === ROOT_FILE)?.content.scope
  return {
    version: 1,
    ...(scope && { scope }),
    categories: distinct(files.flatMap(({ content }) => content.categories)),
    saved_queries: files.flatMap(({ content }) => content.saved_queries),
    scheduled_tasks: files.flatMap(({ content }) => content.scheduled_tasks),
    ...Object.fromEntries(
      PLATFORM_LISTS.flatMap((list) => {
        const items = files.flatMap(({ content }) => content[list] ?? [])
        return items.length > 0 ? [[list, items] as const] : []
      }),
    ),
  }
}

function misplacedScope({ path, content, lineOf }: FolderFile): readonly FileFault[] {
  if (content.scope === undefined || path === ROOT_FILE) return []
  return [
    {
      file: path,
      line: lineOf(['scope']),
      field: 'scope',
      message: `Move it to ${ROOT_FILE}, which holds it for all files.`,
    },
  ]
}

function repeatedNames(files: readonly FolderFile[], kind: (typeof ITEM_KINDS)[number]): readonly FileFault[] {
  const first = new Map<string, string>()
  return files.flatMap(({ path, content, lineOf }) =>
    (content[kind] ?? []).flatMap(({ name }, index) => {
      const before = first.get(name)
      if (before === undefined) first.set(name, path)
      return before === undefined
        ? []
        : [
            {
              file: path,
              line: lineOf([kind, index]),
              field: `${kind}.${name}`,
              message: `It is in ${before} already: remove one.`,
            },
          ]
    }),
  )
}

const distinct = (values: readonly unknown[]): readonly unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** Where the server's faults are: it names things, people want files and lines. What is in no file keeps its field. */
export function placeFaults(
  files: readonly FolderFile[],
  fields: Readonly<Record<string, readonly string[]>>,
): readonly (FileFault | string)[] {
  return Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((message) => {
      const place = placeOf(files, field)
      return place ? { ...place, message } : field === 'non_field_errors' ? message : `${field}: ${message}`
    }),
  )
}

function placeOf(files: readonly FolderFile[], field: string): Omit<FileFault, 'message'> | undefined {
  for (const kind of ITEM_KINDS) {
    const things = files.flatMap((file) =>
      (file.content[kind] ?? []).map(({ name }, index) => ({ file, index, prefix: `${kind}.${name}` })),
    )
    // Names may contain dots: the longest that fits is meant.
    const [thing] = things
      .filter(({ prefix }) => field === prefix || field.startsWith(`${prefix}.`))
      .sort((one, other) => other.prefix.length - one.prefix.length)
    if (thing === undefined) continue
    const rest = field.slice(thing.prefix.length + 1)
    const keys = rest === '' ? [] : rest.split('.')
    return { file: thing.file.path, line: thing.file.lineOf([kind, thing.index, ...keys]), field: rest }
  }
  const [first = ''] = field.split('.')
  if (ITEM_KINDS.some((kind) => kind === first)) return undefined
  const root = files.find(({ path, content }) => path === ROOT_FILE && first in content)
  return root && { file: root.path, line: root.lineOf(field.split('.')), field }
}
