/** Freezes objects and arrays all the way down; instances of classes (a Secret, a BlockList) stay as they are. */
export function deepFreeze<const T>(value: T): T {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
