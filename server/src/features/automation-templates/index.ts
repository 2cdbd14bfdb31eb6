export { automationTemplateGroups, automationTemplates } from './automation-templates.tables.ts'
