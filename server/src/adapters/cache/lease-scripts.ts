/**
 * What Redis does with leases, each step atomic and by its own clock. Per thing: `held` (lease → when it expires),
 * `turns` (process → when it began to wait), `seen` (process → until when its place in `turns` is kept), `sent` (second
 * → leases taken in it), `waits` (process → what waits there), `refused` (minute → refusals).
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

const FORGET_THE_DEAD = `
redis.call('ZREMRANGEBYSCORE', held, '-inf', now)
for _, process in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now)) do
  redis.call('ZREM', turns, process)
  redis.call('ZREM', seen, process)
end`

const SUM_OF_LAST_60 = `
local function last60(key, current)
  local sum, oldest = 0, current
  local counts = redis.call('HGETALL', key)
  for i = 1, #counts, 2 do
    local bucket = tonumber(counts[i])
    if bucket <= current - 60 then
      redis.call('HDEL', key, counts[i])
    else
      sum = sum + tonumber(counts[i + 1])
      if bucket < oldest then oldest = bucket end
    end
  end
  return sum, oldest
end`

/** Every process in front gets at least one place first; one that still waits after a place goes to the end. */
export const TAKE = `
local held, turns, seen, sent = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local process, first, wanted = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local parallel, perMinute = tonumber(ARGV[4]), tonumber(ARGV[5])
local leaseMs, turnMs = tonumber(ARGV[6]), tonumber(ARGV[7])
${NOW}
${FORGET_THE_DEAD}
${SUM_OF_LAST_60}
local second = tonumber(time[1])
local free, retryAfter = parallel - redis.call('ZCARD', held), 0
if perMinute > 0 then
  local count, oldest = last60(sent, second)
  if perMinute - count < free then
    free = perMinute - count
    retryAfter = (oldest + 60) * 1000 - now
  end
end
local rank = redis.call('ZRANK', turns, process)
local inFront = rank or redis.call('ZCARD', turns)
local granted = math.max(0, math.min(wanted, free - inFront))
for i = 0, granted - 1 do redis.call('ZADD', held, now + leaseMs, process .. ':' .. (first + i)) end
if granted > 0 then
  redis.call('PEXPIRE', held, leaseMs)
  redis.call('HINCRBY', sent, second, granted)
  redis.call('PEXPIRE', sent, 61000)
end
if granted == wanted then
  redis.call('ZREM', turns, process)
  redis.call('ZREM', seen, process)
  return {granted, 0}
end
if granted > 0 or not rank then
  redis.call('ZADD', turns, string.format('%.0f', time[1] * 1000000 + time[2]), process)
end
redis.call('ZADD', seen, now + turnMs, process)
redis.call('PEXPIRE', turns, turnMs * 10)
redis.call('PEXPIRE', seen, turnMs * 10)
return {granted, retryAfter}`

/** Returns how many processes wait. */
export const RELEASE = `
local held, turns, seen = KEYS[1], KEYS[2], KEYS[3]
${NOW}
for _, lease in ipairs(ARGV) do redis.call('ZREM', held, lease) end
${FORGET_THE_DEAD}
return redis.call('ZCARD', turns)`

export const RENEW = `
local held, waits = KEYS[1], KEYS[2]
local process, leaseMs, waiting = ARGV[1], tonumber(ARGV[2]), ARGV[3]
${NOW}
for i = 4, #ARGV do redis.call('ZADD', held, now + leaseMs, ARGV[i]) end
if #ARGV > 3 then redis.call('PEXPIRE', held, leaseMs) end
if waiting == '' then
  redis.call('HDEL', waits, process)
else
  redis.call('HSET', waits, process, string.format('%.0f', now) .. ' ' .. waiting)
  redis.call('PEXPIRE', waits, leaseMs)
end
return 0`

/** Returns how many processes are alive. */
export const BEAT = `
${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return redis.call('ZCARD', KEYS[1])`

export const REFUSE = `
${NOW}
${SUM_OF_LAST_60}
local minute = math.floor(now / 60000)
last60(KEYS[1], minute)
redis.call('HINCRBY', KEYS[1], minute, 1)
redis.call('PEXPIRE', KEYS[1], 3660000)
redis.call('SET', KEYS[2], string.format('%.0f', now), 'PX', 86400000)
return 0`

export const READ = `
local held, turns, seen, sent, waits, refused, refusedAt = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
${NOW}
${FORGET_THE_DEAD}
${SUM_OF_LAST_60}
local sentCount = last60(sent, tonumber(time[1]))
local refusedCount = last60(refused, math.floor(now / 60000))
return {
  redis.call('ZCARD', held), sentCount, refusedCount, redis.call('GET', refusedAt) or '',
  string.format('%.0f', now), redis.call('HGETALL', waits)
}`
