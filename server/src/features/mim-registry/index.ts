export { mimImportChannel } from './mim-import.channel.ts'
export { mimImportEnded } from './mim-registry.events.ts'
export { mimRegistryRoutes } from './mim-registry.routes.ts'
export { createMimRegistryService, type MimRegistryService } from './mim-registry.service.ts'
