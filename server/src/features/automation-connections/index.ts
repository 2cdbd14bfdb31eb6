export { automationConnections } from './automation-connections.tables.ts'
