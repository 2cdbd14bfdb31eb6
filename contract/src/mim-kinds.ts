/**
 * What a class and a property of the class model can be. Compiled models store positions in these lists, so changing
 * the order requires a new `PARTS_FORMAT`.
 */

export const CLASS_CATEGORIES = [
  'configuration',
  'operational',
  'relation',
  'statistics',
  'fault',
  'event',
  'health',
  'abstract',
] as const
export type ClassCategory = (typeof CLASS_CATEGORIES)[number]

export const PROPERTY_TYPES = [
  'string',
  'enum',
  'flags',
  'boolean',
  'integer',
  'number',
  'date',
  'dn',
  'ip',
  'mac',
  'password',
] as const
export type PropertyType = (typeof PROPERTY_TYPES)[number]
