import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { queryFilesFeature } from '../query-files/index.ts'
import { usersFeature } from '../users/index.ts'
import { createGitThreads } from './git-threads.ts'
import { repositoryRoutes } from './repositories.routes.ts'
import { createRepositoriesService } from './repositories.service.ts'

/** Folders of saved queries that are kept in Git, from here or from there. */
export const repositoriesFeature = defineFeature({
  name: 'repositories',
  needs: { audit: auditFeature, users: usersFeature, queries: queriesFeature, files: queryFilesFeature },
  create: (
    { database, secrets, outbound, events, memory, clock, logger },
    { audit, users: { users }, queries: { queries }, files: { files } },
  ) => {
    const threads = createGitThreads(memory)
    const repositories = createRepositoriesService({
      ...{ database, secrets, outbound, events, audit, users, queries, files, threads, clock, logger },
    })
    return { repositories, threads }
  },
  routes: ({ repositories }) => repositoryRoutes(repositories),
  sealedColumns: [{ table: 'query_repositories', column: 'token_sealed', idColumn: 'id' }],
  listen: ({ repositories }) => {
    repositories.listen()
    repositories.driver.listen()
  },
  start: ({ repositories }, { config }) => {
    if (config.role !== 'api') repositories.driver.start()
  },
  stop: ({ repositories }) => repositories.driver.stop(),
  close: ({ threads }) => threads.close(),
})
