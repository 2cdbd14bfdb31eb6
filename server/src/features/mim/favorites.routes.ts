import { Type } from 'typebox'
import { IntegerParams } from '@heddle/contract/common.ts'
import { MimFavorite, MimFavoriteBody, MimFavoritesQuery } from '@heddle/contract/mim.ts'
import { signedIn } from '../../kernel/access.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import type { FavoritesService } from './favorites.service.ts'
import { presentFavorite as present } from './favorites.presenter.ts'

const COLLECTION = '/api/mim/favorites/'

export function favoriteRoutes(favorites: FavoritesService): readonly Route[] {
  return routes('Class model', (route) => {
    route.get(
      COLLECTION,
      {
        access: signedIn,
        summary: 'List your favorite classes',
        description:
          'Names only, or with `detail` also the ids that are needed to remove them. A favorite remains when its class is gone from the model.',
        query: MimFavoritesQuery,
        reply: Type.Array(Type.Union([Type.String(), MimFavorite])),
      },
      async ({ caller, query }) => {
        const rows = await favorites.list(caller)
        return query.detail ? rows.map(present) : rows.map(({ className }) => className)
      },
    )

    route.post(
      COLLECTION,
      {
        access: signedIn,
        summary: 'Add a favorite class; 200 with the same id if it already is one',
        description: 'The class has to exist in the installed model.',
        body: MimFavoriteBody,
        reply: MimFavorite,
        status: 201,
        otherReplies: { 200: MimFavorite },
      },
      async ({ caller, body }) => {
        const { favorite, isNew } = await favorites.add(caller, body.class_name)
        return new Reply(isNew ? 201 : 200, present(favorite))
      },
    )

    route.delete(
      `${COLLECTION}:id/`,
      {
        access: signedIn,
        summary: 'Remove a class from the favorites',
        description: 'Takes the id of the favorite, not the name of the class. Those of other users are answered 404.',
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => favorites.remove(caller, params.id),
    )
  })
}
