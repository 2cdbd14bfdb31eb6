import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processor-ms.ts'
import { checkCron } from './check-cron.ts'

describe('checkCron', () => {
  it.each([
    '* * * * *',
    '*/5 0-23/2 1,15 1-12 1-5',
    '0 8 * JAN,jul MON-Fri',
    '00 08 01 01 00',
    '0 0 * * 0-7',
    '0 0 * * SAT-SUN',
    '0 0 29 2 *',
    '0 0 31 1,2 *',
    '0 0 31 2 MON',
    ' 0\t0  * * * ',
    '*/60 */24 */31 */12 */7',
  ])('accepts %s', (expression) => {
    expect(checkCron(expression)).toBeUndefined()
  })

  it.each([
    ['', '"": expected five fields (minute, hour, day of month, month, day of week), not 0.'],
    ['0 8 * *', '"0 8 * *": expected five fields (minute, hour, day of month, month, day of week), not 4.'],
    ['0 0 8 * * *', '"0 0 8 * * *": expected five fields (minute, hour, day of month, month, day of week), not 6.'],
    ['@daily', '"@daily": expected five fields (minute, hour, day of month, month, day of week), not 1.'],
    ['0\n8 * * *', '"0\\n8 * * *": expected five fields (minute, hour, day of month, month, day of week), not 4.'],
    ['60 * * * *', 'minute 60: expected 0 to 59, a range, a list or *.'],
    ['-1 * * * *', 'minute -1: expected 0 to 59, a range, a list or *.'],
    ['1.5 * * * *', 'minute 1.5: expected 0 to 59, a range, a list or *.'],
    ['1e1 * * * *', 'minute 1e1: expected 0 to 59, a range, a list or *.'],
    [`${'9'.repeat(40)} * * * *`, `minute ${'9'.repeat(40)}: expected 0 to 59, a range, a list or *.`],
    ['0 24 * * *', 'hour 24: expected 0 to 23, a range, a list or *.'],
    ['0 8- * * *', 'hour 8-: expected 0 to 23, a range, a list or *.'],
    ['0 8-10-12 * * *', 'hour 8-10-12: expected 0 to 23, a range, a list or *.'],
    ['0 8,,9 * * *', 'hour "": expected 0 to 23, a range, a list or *.'],
    ['0 8 0 * *', 'day of month 0: expected 1 to 31, a range, a list or *.'],
    ['0 8 L * *', 'day of month L: expected 1 to 31, a range, a list or *.'],
    ['0 8 15W * *', 'day of month 15W: expected 1 to 31, a range, a list or *.'],
    ['0 8 ? * *', 'day of month ?: expected 1 to 31, a range, a list or *.'],
    ['0 8 * 13 *', 'month 13: expected 1 to 12, JAN to DEC, a range, a list or *.'],
    ['0 8 * MON *', 'month MON: expected 1 to 12, JAN to DEC, a range, a list or *.'],
    ['0 8 * * 8', 'day of week 8: expected 0 to 7, SUN to SAT, a range, a list or *.'],
    ['0 8 * * Monday', 'day of week Monday: expected 0 to 7, SUN to SAT, a range, a list or *.'],
    ['0 8 * * FRI#2', 'day of week FRI#2: expected 0 to 7, SUN to SAT, a range, a list or *.'],
    ['0 8 * * FRI-MON', 'day of week FRI-MON: expected a range that begins with the smaller value.'],
    ['0 18-8 * * *', 'hour 18-8: expected a range that begins with the smaller value.'],
    ['*/0 * * * *', 'minute */0: expected a step of 1 to 60.'],
    ['*/61 * * * *', 'minute */61: expected a step of 1 to 60.'],
    ['*/ * * * *', 'minute */: expected a step of 1 to 60.'],
    ['*/-5 * * * *', 'minute */-5: expected a step of 1 to 60.'],
    ['*/5/2 * * * *', 'minute */5/2: expected one step, such as */5.'],
    ['5/15 * * * *', 'minute 5/15: expected * or a range before the step, such as 5-59/15.'],
    ['0 0 30 2 *', 'day of month 30 in month 2: expected a date that exists.'],
    ['0 0 31 FEB,4,6,9,11 *', 'day of month 31 in month FEB,4,6,9,11: expected a date that exists.'],
    [`${'0,'.repeat(200)}0 * * * *`, '409 characters: expected at most 200.'],
  ])('says what is wrong with %s', (expression, fault) => {
    expect(checkCron(expression)).toBe(fault)
  })

  it('is fast even for the worst expression', () => {
    const begun = processorMs()

    expect(checkCron(' '.repeat(1_000_000))).toBeDefined()
    expect(checkCron(`${'*,'.repeat(90)}* * * * *`)).toBeUndefined()

    expect(processorMs() - begun).toBeLessThan(5_000)
  })
})
