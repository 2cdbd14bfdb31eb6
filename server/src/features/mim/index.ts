import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { classUseFeature } from '../class-use/index.ts'
import { classRoutes } from './classes.routes.ts'
import { explorerRoutes } from './explorer.routes.ts'
import { favoriteRoutes } from './favorites.routes.ts'
import { createMimService } from './mim.service.ts'
import { tablePreferenceRoutes } from './table-preferences.routes.ts'
import { tableTemplateRoutes } from './table-templates.routes.ts'

export type { CompileStep, Graphs, InstalledVersion, ModelVersionRow } from './graphs.ts'
export type { CurrentModel } from './installed-model.ts'
export type { MimService } from './mim.service.ts'
export { mimGraphs } from './mim.tables.ts'

export const mimFeature = defineFeature({
  name: 'mim',
  needs: { audit: auditFeature, classUse: classUseFeature },
  create: ({ database, events, memory, clock, logger }, { audit, classUse: { classUse } }) =>
    createMimService({ database, events, audit, classUse, memory, clock, logger }),
  routes: ({ explorer, favorites, templates, preferences }) => [
    ...explorerRoutes(explorer),
    ...classRoutes(explorer),
    ...favoriteRoutes(favorites),
    ...tableTemplateRoutes(templates),
    ...tablePreferenceRoutes(preferences),
  ],
  prepare: (mim) => mim.load(),
  close: (mim) => mim.close(),
})
