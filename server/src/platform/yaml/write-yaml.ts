import { stringify } from 'yaml'

/** YAML 1.2 that reads back as the same JSON: two spaces of indent, no anchors, no folded lines. */
export function writeYaml(value: unknown): string {
  return stringify(value, { version: '1.2', schema: 'core', indent: 2, lineWidth: 0, aliasDuplicateObjects: false })
}
