import type { Static } from 'typebox'
import type { MimFavorite } from '@heddle/contract/mim.ts'
import type { FavoriteRow } from './favorites.store.ts'

export const presentFavorite = ({ id, className }: FavoriteRow): Static<typeof MimFavorite> => ({
  id,
  class_name: className,
})
