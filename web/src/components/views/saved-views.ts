/** How somebody looks at rows or a list, as parameters of an address. */
export type View = Readonly<Record<string, string>>
export type SavedView = { readonly name: string; readonly search: string }

/** The views of one place, as `preferences.ui` keeps them. */
export type Views = {
  readonly views: readonly SavedView[]
  /** The one that the place opens with. */
  readonly standard?: string | undefined
}

export const NO_VIEWS: Views = { views: [] }
export const MOST_VIEWS = 20
export const LONGEST_NAME = 60

/** Each place has a key of its own: what is kept elsewhere at the same time is not lost. */
export const keyOfPlace = (place: string): string => `views ${place}`

/** Whatever is stored: what is no view is left out. */
export function viewsIn(kept: unknown): Views {
  if (typeof kept !== 'object' || kept === null) return NO_VIEWS
  const { views, standard } = kept as Readonly<Record<string, unknown>>
  const known = Array.isArray(views) ? views.filter(isView) : []
  return {
    views: known.map(({ name, search }) => ({ name, search })),
    ...(typeof standard === 'string' && known.some(({ name }) => name === standard) && { standard }),
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).search === 'string'

/** A view as one text, the same for the same view. */
export function textOfView(view: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(view).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '')
  return new URLSearchParams(set.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
}

export const viewOfText = (text: string): View => Object.fromEntries(new URLSearchParams(text))

export type ViewChange =
  | { readonly kind: 'save'; readonly view: SavedView }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'standard'; readonly name: string | undefined }

/** A view that is saved under a known name takes its place. */
export function changedViews(before: Views, change: ViewChange): Views {
  const { views, standard } = before
  switch (change.kind) {
    case 'save': {
      const isKnown = views.some(({ name }) => name === change.view.name)
      return {
        ...before,
        views: isKnown
          ? views.map((view) => (view.name === change.view.name ? change.view : view))
          : [...views, change.view],
      }
    }
    case 'rename':
      return {
        views: views
          .filter(({ name }) => name !== change.to || name === change.from)
          .map((view) => (view.name === change.from ? { ...view, name: change.to } : view)),
        standard: standard === change.from ? change.to : standard,
      }
    case 'remove':
      return {
        views: views.filter(({ name }) => name !== change.name),
        standard: standard === change.name ? undefined : standard,
      }
    case 'standard':
      return { ...before, standard: change.name }
  }
}
