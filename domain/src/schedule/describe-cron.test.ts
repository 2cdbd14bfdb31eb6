import { describe, expect, it } from 'vitest'
import { describeCron } from './describe-cron.ts'

describe('a cron expression in words', () => {
  it.each([
    ['30 6 * * mon-fri', 'at 06:30 on weekdays'],
    ['* * * * *', 'every minute'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['0 * * * *', 'every hour'],
    ['5 * * * *', 'every hour at minute 5'],
    ['5,35 * * * sat', 'every hour at minutes 5 and 35 on Saturday'],
    ['0 6 * * *', 'at 06:00 every day'],
    ['0 6,18 * * *', 'at 06:00 and 18:00 every day'],
    ['*/10 8-18 * * 1-5', 'every 10 minutes, from 08:00 to 18:59 on weekdays'],
    ['*/10 */6 * * *', 'every 10 minutes, every 6 hours every day'],
    ['0 0 1 * *', 'at 00:00 on day 1 of the month'],
    ['0 0 1 1,7 *', 'at 00:00 on day 1 of the month in January and July'],
    ['0 0 1 * mon', 'at 00:00 on day 1 of the month, or on Monday'],
    ['0 4 * * 0,6', 'at 04:00 at weekends'],
    ['0 4 * * 7,1,3', 'at 04:00 on Monday, Wednesday and Sunday'],
    ['*/7 3 * * *', 'every hour at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56, in the hour of 03:00 every day'],
  ])('%s', (expression, words) => {
    expect(describeCron(expression)).toBe(words)
  })

  it('is nothing for what cannot be read', () => {
    expect(describeCron('61 * * * *')).toBeUndefined()
  })
})
