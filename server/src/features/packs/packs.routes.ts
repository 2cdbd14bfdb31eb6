import { Type } from 'typebox'
import { PageReply } from '@heddle/contract/common.ts'
import {
  InstalledCheck,
  Pack,
  PackCheckParams,
  PackCheckPatch,
  PackInstallBody,
  PackInstallQuery,
  PackInstallReply,
  PackListItem,
  PackListQuery,
  PackParams,
} from '@heddle/contract/packs.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { presentCheck, presentPack, presentPackDetail } from './packs.presenter.ts'
import type { PacksService } from './packs.service.ts'
import type { PackUpload } from './thread/pack-calls.ts'

const COLLECTION = '/api/packs/'
const ONE = `${COLLECTION}:name/`
const ARCHIVES = ['application/zip', 'application/gzip']

export function packRoutes(packs: PacksService): readonly Route[] {
  const view = may('packs.view_pack')
  const change = may('packs.change_pack')

  return routes('Packs', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List installed packs of checks',
        description: 'By name. `checks` counts those of each.',
        query: PackListQuery,
        reply: PageReply(PackListItem),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const { count, items } = await packs.list(page)
        return envelope({ count, items: items.map(presentPack) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: change,
        summary: 'Install a pack of checks, or another version of it',
        description:
          'Takes a zip, a gzipped tar or the texts of its files as JSON; runs its examples; applies all of it or nothing. What was set here for a check stays, and so do waivers. `dry_run=true` only says what would change. Every fault is listed under its file.',
        conflicts: { older: 'A newer version is installed; `force=true` replaces it.' },
        query: PackInstallQuery,
        body: PackInstallBody,
        takesBytes: ARCHIVES,
        reply: PackInstallReply,
        otherReplies: { 200: PackInstallReply },
        status: 201,
      },
      async ({ caller, query, body, request }) => {
        const options = { dryRun: query.dry_run ?? false, force: query.force ?? false }
        const reply = await packs.install(caller, uploadOf(body, request.headers['content-type'] ?? ''), options)
        return options.dryRun ? Reply.ofDryRun(reply) : reply
      },
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read an installed pack',
        description: 'With its checks, and what was set for them here.',
        params: PackParams,
        reply: Pack,
      },
      async ({ params }) => presentPackDetail(await packs.get(params.name)),
    )

    route.patch(
      `${ONE}checks/:id/`,
      {
        access: change,
        summary: 'Change a check of a pack',
        description:
          'Whether it runs with the pack, its severity, and values of its parameters; null takes what the pack says. Kept when the pack is upgraded.',
        params: PackCheckParams,
        body: PackCheckPatch,
        reply: InstalledCheck,
      },
      async ({ caller, params, body }) => presentCheck(await packs.changeCheck(caller, params.name, params.id, body)),
    )

    route.delete(
      ONE,
      {
        access: change,
        summary: 'Remove a pack',
        description: 'With its checks, their waivers and scheduled tasks. Their runs stay.',
        params: PackParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params }) => packs.remove(params.name),
    )
  })
}

function uploadOf(body: unknown, mediaType: string): PackUpload {
  if (Buffer.isBuffer(body))
    return { kind: mediaType.toLowerCase().startsWith('application/zip') ? 'zip' : 'tar', bytes: body }
  return { kind: 'files', files: (body as { readonly files: Record<string, string> }).files }
}
