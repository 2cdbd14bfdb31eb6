import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { objectRoutes } from './objects.routes.ts'
import { createObjectsService } from './objects.service.ts'

/** What a controller, the class model and the captures know about one object. */
export const objectsFeature = defineFeature({
  name: 'objects',
  needs: { connections: controllerConnectionsFeature, mim: mimFeature, archive: archiveFeature },
  create: ({ database }, { connections, mim, archive }) =>
    createObjectsService({ database, connections, archive, graph: () => mim.current()?.graph }),
  routes: (objects) => objectRoutes(objects),
})
