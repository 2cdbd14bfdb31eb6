/** Freezes objects and arrays recursively; leaves class instances (a Secret, a BlockList) unchanged. */
export function deepFreeze<const T>(value: T): T {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
