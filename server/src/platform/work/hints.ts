export type Hints = ReturnType<typeof createHints>

/** Who in this process wants to know when something changes, by its id. */
export function createHints() {
  const watchers = new Map<string, Set<(about: string | null) => void>>()
  return {
    /** Calls the watchers of an id; `about` says which part of it changed, null any. */
    give: (id: string, about: string | null = null): void => {
      for (const notice of watchers.get(id) ?? []) notice(about)
    },
    /** Returns a function that stops watching. */
    watch: (id: string, notice: (about: string | null) => void): (() => void) => {
      const all = watchers.get(id) ?? new Set()
      watchers.set(id, all.add(notice))
      return () => {
        all.delete(notice)
        if (all.size === 0 && watchers.get(id) === all) watchers.delete(id)
      }
    },
  }
}
