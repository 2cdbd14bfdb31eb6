import {
  QueryExportQuery,
  QueryFile,
  QueryImportBody,
  QueryImportQuery,
  QueryImportReply,
} from '@heddle/contract/query-files.ts'
import { Type } from 'typebox'
import { readQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import { canvasSchema, queryFileSchema } from '@heddle/domain/canvas-schema/canvas-schema.ts'
import { anyone, may } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { laneOf } from '../../kernel/lane.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import type { YamlThreads } from '../../platform/yaml/yaml-threads.ts'
import { IN_REPOSITORY } from '../queries/index.ts'
import { FILE_CHECKS, FILE_SCHEMAS } from './file-checks.query.ts'
import type { QueryFilesService } from './query-files.service.ts'

const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml']
const JsonSchema = Type.Record(Type.String(), Type.Unknown())
const FILE_SCHEMA = queryFileSchema(FILE_SCHEMAS)

export function queryFileRoutes(files: QueryFilesService, yaml: YamlThreads): readonly Route[] {
  const view = may('queries.view_savedquery', 'queries.view_category')
  const readYaml = async (text: string, caller: Caller | null) =>
    parseJsonBody(await yaml.read(text, caller && laneOf(caller)))

  return routes('Queries as files', (route) => {
    route.get(
      '/api/queries/canvas-schema/',
      {
        access: anyone,
        summary: 'Get the JSON Schema of canvases',
        description:
          'Of `nodes`, `edges` and `post_processors`, in the dialect of 2020-12; docs/canvas.md explains it.',
        reply: JsonSchema,
      },
      async () => canvasSchema(),
    )

    route.get(
      '/api/queries/file-schema/',
      {
        access: anyone,
        summary: 'Get the JSON Schema of files of saved queries',
        description: 'For editors, which complete and check files by it: `heddle pull` names it in their first line.',
        reply: JsonSchema,
      },
      async () => FILE_SCHEMA,
    )

    route.get(
      '/api/queries/export/',
      {
        access: view,
        summary: 'Export saved queries, their folders and your tasks of them as a file',
        description:
          'Everything, or a folder with all below it, or single queries; with `include` also groups, connections, templates and settings, to those who may view them, without their secrets. References are names; two things of one name are 409 `ambiguous_name`.',
        query: QueryExportQuery,
        conflicts: {
          ambiguous_name: 'Several things have one name, which a file cannot distinguish; `names` lists them.',
        },
        conflictFields: { names: Type.Array(Type.String()) },
        missing: 'There is no such category, or no query with one of the ids.',
        takesTicket: true,
        reply: QueryFile,
        streams: ['application/yaml'],
      },
      async ({ caller, query }) => {
        // Not by its schema, which would fill in the defaults of what a file leaves out.
        const json = JSON.stringify(await files.export(caller, query))
        if (query.format === 'json') return new Reply(200, json, { 'content-type': 'application/json; charset=utf-8' })
        return new Reply(200, await yaml.write(json, laneOf(caller)), {
          'content-type': 'application/yaml; charset=utf-8',
        })
      },
    )

    route.post(
      '/api/queries/import/',
      {
        access: view,
        summary: 'Import a file of saved queries, folders and tasks',
        description:
          'Takes what an export gives, as YAML or JSON, and applies all of it or nothing. Keys that an entry lacks stay as they are, and so do secrets. Requires permission for every resulting change, also for a dry run; groups and settings are changed by administrators, without an API token.',
        conflicts: { in_git: 'Something in it is in a folder that lives in Git.' },
        conflictFields: IN_REPOSITORY,
        query: QueryImportQuery,
        body: QueryImportBody,
        bodyReaders: Object.fromEntries(YAML_TYPES.map((type) => [type, readYaml])),
        reply: QueryImportReply,
      },
      async ({ caller, query, body, signal }) => {
        const dryRun = query.dry_run ?? false
        const options = { dryRun, validates: dryRun && query.validate === true, signal }
        const plan = await files.import(caller, readQueryFile(body, FILE_CHECKS), options)
        return dryRun ? Reply.ofDryRun({ plan, applied: false }) : { plan, applied: true }
      },
    )
  })
}
