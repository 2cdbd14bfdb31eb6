/** What is wrong with one file of a pack; without a name, with the pack as a whole. */
type FileFaults = {
  readonly file: string | undefined
  readonly faults: readonly { readonly place: string; readonly text: string }[]
}

/** `files.checks/P1.yaml.expect.rows`: the path of a file, then the place in it. */
const IN_A_FILE = /^files\.(.+?\.(?:ya?ml|json|md|txt))(?:\.(.+))?$/
const FILE = 'files.'

/** The faults of a refusal, under their files, in the order of the server. */
export function faultsByFile(fields: Readonly<Record<string, readonly string[]>>): readonly FileFaults[] {
  const found = Object.entries(fields).flatMap(([name, messages]) => {
    const [, inside, place = ''] = IN_A_FILE.exec(name) ?? []
    const file = inside ?? (name.startsWith(FILE) ? name.slice(FILE.length) : undefined)
    return messages.map((text) => ({ file, place, text }))
  })
  return [...Map.groupBy(found, ({ file }) => file)].map(([file, faults]) => ({
    file,
    faults: faults.map(({ place, text }) => ({ place, text })),
  }))
}
