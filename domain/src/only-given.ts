type OnlyGiven<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/**
 * The properties that have a value: what a patch says about columns, or an object without its optional parts.
 * `undefined` means "not said"; `null` is a value.
 *
 *     { ...row, ...onlyGiven({ name: patch.name, baseUrl: patch.base_url?.trim() }) }
 */
export const onlyGiven = <T extends object>(properties: T): OnlyGiven<T> =>
  // A property whose value was undefined is optional now, and left out.
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as OnlyGiven<T>
