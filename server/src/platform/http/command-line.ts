import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../kernel/errors.ts'
import { sendWebFile } from './send-web-file.ts'
import { builtFilesOf } from './web-files.ts'

const FILE = 'heddle.mjs'

/** Serves the command line to anyone, as the one file it is built into: it holds no secret, and fits this server. */
export function serveCommandLine(app: FastifyInstance, folder: string): void {
  const currentFiles = builtFilesOf(folder, FILE)
  app.get(`/cli/${FILE}`, { schema: { hide: true } }, async (request, reply) => {
    const file = (await currentFiles())?.get(FILE)
    if (file === undefined)
      throw new NotFound('The command line is not built here: run `npm run build:cli` in the folder of Heddle.')
    return sendWebFile(request, reply, file, { 'content-disposition': `attachment; filename="${FILE}"` })
  })
}
