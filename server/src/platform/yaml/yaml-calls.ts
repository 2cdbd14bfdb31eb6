import type { ReadYaml } from './read-yaml.ts'

/** What the thread does; values travel as JSON. */
export type YamlCalls = {
  readonly read: (text: string) => ReadYaml
  readonly write: (json: string) => string
}
