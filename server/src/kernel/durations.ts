export { DAY, HOUR, MINUTE, SECOND } from '@heddle/domain/values/durations.ts'
