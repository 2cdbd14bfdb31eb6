import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../components/toasts.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'

const readFavorites = async (heddle: Heddle, signal?: AbortSignal): Promise<readonly Wire.MimFavorite[]> =>
  (await heddle.mim.favorites.list({ detail: true }, signal && { signal })).filter(
    (favorite) => typeof favorite === 'object',
  )

const favoriteClasses = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['mim', 'favorites'],
    queryFn: ({ signal }) => readFavorites(heddle, signal),
    staleTime: 60_000,
  })

export type Favorites = {
  readonly names: readonly string[]
  readonly has: (name: string) => boolean
  readonly toggle: (name: string) => void
}

/** A class, and the favorite that it was when its star was pressed. */
type Toggle = { readonly name: string; readonly known: Wire.MimFavorite | undefined }

/** The classes that the user keeps at hand. A star shows at once, and goes back when the server refuses it. */
export function useFavorites(): Favorites {
  const heddle = useHeddle()
  const queries = useQueryClient()
  const options = favoriteClasses(heddle)
  const { data = [] } = useQuery(options)
  const change = useMutation({
    // One after the other: a star that is taken back at once has an id only then.
    scope: { id: 'favorites' },
    mutationFn: async ({ name, known }: Toggle) => {
      if (!known) {
        await heddle.mim.favorites.create({ class_name: name })
        return
      }
      const id =
        known.id === NEW ? (await readFavorites(heddle)).find(({ class_name }) => class_name === name)?.id : known.id
      if (id !== undefined) await heddle.mim.favorites.remove(id)
    },
    onMutate: async ({ name }) => {
      await queries.cancelQueries(options)
      const before = queries.getQueryData(options.queryKey) ?? []
      queries.setQueryData(options.queryKey, toggled(before, name))
      return before
    },
    onError: (error, _toggle, before) => {
      queries.setQueryData(options.queryKey, before)
      toast(error.message, { kind: 'failed' })
    },
    onSettled: () => queries.invalidateQueries(options),
  })
  const names = data.map(({ class_name }) => class_name)
  return {
    names,
    has: (name) => names.includes(name),
    toggle: (name) => change.mutate({ name, known: data.find(({ class_name }) => class_name === name) }),
  }
}

/** A favorite that the server does not know yet has no id of its own. */
const NEW = -1

const toggled = (favorites: readonly Wire.MimFavorite[], name: string): readonly Wire.MimFavorite[] =>
  favorites.some(({ class_name }) => class_name === name)
    ? favorites.filter(({ class_name }) => class_name !== name)
    : [...favorites, { id: NEW, class_name: name }]
