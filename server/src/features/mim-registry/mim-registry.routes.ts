import { Type } from 'typebox'
import { UuidParams } from '@heddle/contract/common.ts'
import {
  CancelReply,
  ControllerInstall,
  InstallReply,
  MimRegistryStatus,
  RemoteInstall,
  RemoteVersion,
  ResumeReply,
  RunDetail,
} from '@heddle/contract/mim-registry.ts'
import { admin, signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { MimRegistryService } from './mim-registry.service.ts'

const BASE = '/api/mim-registry/'
const RUN = `${BASE}remote/runs/:id/`

export function mimRegistryRoutes(registry: MimRegistryService): readonly Route[] {
  return routes('MIM registry', (route) => {
    route.get(
      `${BASE}status/`,
      { access: signedIn, summary: 'Read the installed version and the running import', reply: MimRegistryStatus },
      () => registry.status(),
    )

    route.get(
      `${BASE}remote/versions/`,
      { access: signedIn, summary: 'List the versions in the registry', reply: Type.Array(RemoteVersion) },
      async () => [...registry.remoteVersions],
    )

    route.post(
      `${BASE}remote/install/`,
      {
        access: admin,
        summary: 'Import a version from the registry',
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
        body: ControllerInstall,
        reply: InstallReply,
        status: 202,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => registry.installController(caller, { body, faults }),
    )

    route.get(
      RUN,
      { access: signedIn, summary: 'Read an import and its latest failures', params: UuidParams, reply: RunDetail },
      async ({ params }) => registry.detail(params.id),
    )

    route.post(
      `${RUN}cancel/`,
      { access: admin, summary: 'Cancel an import after its current chunk', params: UuidParams, reply: CancelReply },
      async ({ caller, params }) => registry.cancel(caller, params.id),
    )

    route.post(
      `${RUN}resume/`,
      {
        access: admin,
        summary: 'Resume a cancelled or failed import',
        params: UuidParams,
        reply: ResumeReply,
        status: 202,
      },
      async ({ caller, params }) => registry.resume(caller, params.id),
    )
  })
}
