import { ABSTRACT_CLASSES } from './known/abstract-classes.ts'
import { ACCESS_CLASSES } from './known/access-classes.ts'
import { CHECKED_CLASSES } from './known/checked-classes.ts'
import { CONTRACT_CLASSES } from './known/contract-classes.ts'
import { INVENTORY_CLASSES } from './known/inventory-classes.ts'
import { OPERATION_CLASSES } from './known/operation-classes.ts'
import { OUTSIDE_CLASSES } from './known/outside-classes.ts'
import { PROTOCOL_CLASSES } from './known/protocol-classes.ts'
import { ROOT_CLASSES } from './known/root-classes.ts'
import { SERVICE_CLASSES } from './known/service-classes.ts'
import { STATISTICS_CLASSES } from './known/statistics-classes.ts'
import { TENANT_CLASSES } from './known/tenant-classes.ts'
import { TENANT_RELATION_CLASSES } from './known/tenant-relation-classes.ts'
import { VIRTUAL_CLASSES } from './known/virtual-classes.ts'
import type { ClassSpec } from './model/class-spec.ts'
import { parseTable } from './model/parse-table.ts'

const TABLES = [
  ROOT_CLASSES,
  TENANT_CLASSES,
  TENANT_RELATION_CLASSES,
  CONTRACT_CLASSES,
  OUTSIDE_CLASSES,
  ACCESS_CLASSES,
  INVENTORY_CLASSES,
  VIRTUAL_CLASSES,
  SERVICE_CLASSES,
  OPERATION_CLASSES,
  PROTOCOL_CLASSES,
  STATISTICS_CLASSES,
  ABSTRACT_CLASSES,
  CHECKED_CLASSES,
]

/** The real classes this simulator knows, including both ends of relations and all intervals of statistics. */
export function readKnownClasses(): ClassSpec[] {
  return TABLES.flatMap(parseTable)
}
