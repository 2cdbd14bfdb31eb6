import { ACCESS_CLASSES, ACCESS_MONITORING } from './access-classes.ts'
import { CHECKED_CLASSES, CHECKED_MONITORING } from './checked-classes.ts'
import type { ClassInfo } from './class-info.ts'
import { FABRIC_CLASSES, FABRIC_MONITORING } from './fabric-classes.ts'
import { parseClassRows } from './parse-class-rows.ts'
import { TENANT_CLASSES, TENANT_MONITORING } from './tenant-classes.ts'

export type ClassTable = ReadonlyMap<string, ClassInfo>

/** The built-in classes of this simulator: those its fabric uses and some more. */
export function readClassTable(): ClassTable {
  const classes = [
    ...parseClassRows(TENANT_CLASSES, TENANT_MONITORING),
    ...parseClassRows(ACCESS_CLASSES, ACCESS_MONITORING),
    ...parseClassRows(FABRIC_CLASSES, FABRIC_MONITORING),
    ...parseClassRows(CHECKED_CLASSES, CHECKED_MONITORING),
  ]
  const table = new Map(classes.map((info) => [info.name, info]))
  for (const info of classes) if (info.concrete.length > 0) table.set(info.name, abstractClass(info, table))
  return table
}

/** An abstract class has the properties its subclasses share; a query may filter and sort by them. */
function abstractClass(info: ClassInfo, table: ClassTable): ClassInfo {
  const [first, ...others] = info.concrete.map((name) => table.get(name)?.properties ?? new Map<string, never>())
  const shared = [...(first ?? [])].filter(([name]) => others.every((properties) => properties.has(name)))
  return { ...info, properties: new Map(shared) }
}
