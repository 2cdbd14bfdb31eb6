import { Type } from 'typebox'
import { Nullable, PageReply, Uuid, UuidParams } from '@heddle/contract/common.ts'
import {
  CancelReply,
  CompareModelsQuery,
  ControllerInstall,
  ImportListQuery,
  InstallReply,
  MimImportRun,
  MimRegistryStatus,
  ModelComparisonReply,
  RemoteInstall,
  RemoteVersion,
  ResumeReply,
  RunDetail,
} from '@heddle/contract/mim-registry.ts'
import { admin, signedIn } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentRun } from './mim-registry.presenter.ts'
import type { MimRegistryService } from './mim-registry.service.ts'

const ACTIVE_RUN = { active_run_id: Nullable(Uuid) }
const BASE = '/api/mim-registry/'
const RUNS = `${BASE}remote/runs/`
const RUN = `${RUNS}:id/`

export function mimRegistryRoutes(registry: MimRegistryService): readonly Route[] {
  return routes('MIM registry', (route) => {
    route.get(
      `${BASE}status/`,
      {
        access: signedIn,
        summary: 'Read the installed version and the running import',
        description:
          'Also the versions installed before. While an import runs, follow it on its channel or read its run.',
        reply: MimRegistryStatus,
      },
      () => registry.status(),
    )

    route.get(
      `${BASE}remote/versions/`,
      {
        access: signedIn,
        summary: 'List the versions in the registry',
        description:
          'In the order in which they should be shown. Read from this release; the registry itself is not asked.',
        reply: Type.Array(RemoteVersion),
      },
      async () => [...registry.remoteVersions],
    )

    route.post(
      `${BASE}remote/install/`,
      {
        access: admin,
        summary: 'Import a version from the registry',
        description:
          'Starts the import and answers at once; follow it on /ws/mim-import/<run_id>/. The installed model stays in use until the new one is complete, or for good with `activate: false`, which only reads a version to compare it. Only one import runs at a time.',
        conflicts: { import_running: 'Another import is running.' },
        conflictFields: ACTIVE_RUN,
        body: RemoteInstall,
        reply: InstallReply,
        status: 202,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => registry.installRemote(caller, { body, faults }),
    )

    route.post(
      `${BASE}controller/install/`,
      {
        access: admin,
        summary: 'Import the class model of a controller',
        description:
          'Reads the documents that the controller itself serves, for a release that the registry does not have. Otherwise like an import from the registry.',
        conflicts: { import_running: 'Another import is running.' },
        conflictFields: ACTIVE_RUN,
        body: ControllerInstall,
        reply: InstallReply,
        status: 202,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => registry.installController(caller, { body, faults }),
    )

    route.get(
      RUNS,
      {
        access: signedIn,
        summary: 'List imports, newest first',
        description: 'Also those that failed or were cancelled, which can be resumed.',
        query: ImportListQuery,
        reply: PageReply(MimImportRun),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const { count, items } = await registry.runs(page)
        return envelope({ count, items: items.map(presentRun) }, page, url)
      },
    )

    route.get(
      `${BASE}compare/`,
      {
        access: admin,
        summary: 'Compare two versions of the class model',
        description:
          'What `to` does not have, has otherwise, and has besides, and the saved queries of all users that use what is gone. The versions are `comparable` ones of the status; to compare one that is not installed, import it with `activate: false`. Computed anew for each request, in a thread.',
        query: CompareModelsQuery,
        reply: ModelComparisonReply,
      },
      async ({ caller, query, signal }) => registry.compare(caller, query, signal),
    )

    route.get(
      RUN,
      {
        access: signedIn,
        summary: 'Read an import and its latest failures',
        description:
          'With the 25 newest failed classes. An import that ended without failures has an empty `error_summary`.',
        params: UuidParams,
        reply: RunDetail,
      },
      async ({ params }) => registry.detail(params.id),
    )

    route.post(
      `${RUN}cancel/`,
      {
        access: admin,
        summary: 'Cancel an import after its current chunk',
        description: 'What was fetched is kept, so that the import can be resumed; the installed model is not touched.',
        conflicts: { already_finished: 'The import has already ended.' },
        params: UuidParams,
        reply: CancelReply,
      },
      async ({ caller, params }) => registry.cancel(caller, params.id),
    )

    route.post(
      `${RUN}resume/`,
      {
        access: admin,
        summary: 'Resume a cancelled or failed import',
        description:
          'Fetches what is missing or failed; classes that are done, or that no version has, are not fetched again.',
        conflicts: {
          import_running: 'This import, or another one, is running.',
          already_finished: 'The import has succeeded.',
        },
        conflictFields: ACTIVE_RUN,
        params: UuidParams,
        reply: ResumeReply,
        status: 202,
      },
      async ({ caller, params }) => registry.resume(caller, params.id),
    )
  })
}
