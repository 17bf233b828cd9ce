#include "gateway/queue/redis_queue_script.h"

namespace allreview::gateway {

const RedisScript kQueueScript = {R"lua(
local call = redis.call
local operation, prefix = ARGV[1], ARGV[2]
local now = tonumber(ARGV[3])
if not now then
  local time = call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function name(rest) return prefix .. rest end
local function job_name(key) return prefix .. 'job:' .. key end
local function stream_of(tenant) return prefix .. 'stream:' .. tenant end

-- Entries of the tenant's stream that no worker has.
local function waiting_of(tenant)
  local stream = stream_of(tenant)
  if call('EXISTS', stream) == 0 then return 0 end
  return call('XLEN', stream) - call('XPENDING', stream, 'workers')[1]
end

-- After an entry went: a tenant without waiting jobs has no turn, one without entries no stream.
local function settle(tenant)
  if waiting_of(tenant) == 0 then
    local turn = call('ZSCORE', name('turns'), tenant)
    if turn then
      call('ZREM', name('turns'), tenant)
      call('ZADD', name('idle'), turn, tenant)
    end
  end
  if call('XLEN', stream_of(tenant)) == 0 then call('DEL', stream_of(tenant)) end
end

local function push(key)
  local job = call('HMGET', job_name(key), 'tenant', 'queued', 'pull')
  local tenant, stream = job[1], stream_of(job[1])
  if call('EXISTS', stream) == 0 then
    call('XGROUP', 'CREATE', stream, 'workers', '0', 'MKSTREAM')
  end
  local entry = call('XADD', stream, '*', 'key', key)
  call('HSET', job_name(key), 'state', 'waiting', 'entry', entry, 'at', now)
  call('ZADD', name('waiting'), job[2], key)
  if not call('ZSCORE', name('turns'), tenant) then
    local clock = tonumber(call('GET', name('clock')) or 0)
    local own = tonumber(call('ZSCORE', name('idle'), tenant) or 0)
    call('ZADD', name('turns'), math.max(clock, own), tenant)
    call('ZREM', name('idle'), tenant)
  end
  if job[3] ~= '' then call('SADD', name('pull:') .. job[3], key) end
  call('LPUSH', name('wake'), 1)
  call('LTRIM', name('wake'), 0, 999)
end

-- Takes a job that lives out of everything that leads to it.
local function detach(key)
  local job = call('HMGET', job_name(key), 'state', 'tenant', 'entry', 'pull')
  if job[1] == 'waiting' or job[1] == 'running' then
    -- A damaged entry is left to whoever reads it, and finds no job.
    local tenant = job[2] or ''
    redis.pcall('XACK', stream_of(tenant), 'workers', job[3] or '')
    redis.pcall('XDEL', stream_of(tenant), job[3] or '')
    call('ZREM', name('waiting'), key)
    call('ZREM', name('leases'), key)
    settle(tenant)
  end
  call('ZREM', name('delayed'), key)
  if job[4] and job[4] ~= '' then call('SREM', name('pull:') .. job[4], key) end
end

local function forget_letter(key)
  call('ZREM', name('dead'), key)
  call('HDEL', name('letters'), call('HGET', job_name(key), 'letter') or '')
end

local function set_ended(key, state, token, at, tenant, retention)
  local left = math.floor(at + retention - now)
  if left <= 0 then return end
  call('SET', name('ended:') .. key, state .. ' ' .. token .. ' ' .. at .. ' ' .. tenant, 'PX', left)
end

local function finish(key, state, retention)
  local job = call('HMGET', job_name(key), 'tenant', 'token')
  detach(key)
  call('DEL', job_name(key))
  set_ended(key, state, job[2] or 0, now, job[1] or '', retention)
end

local function bury(key, reason, letter)
  detach(key)
  call('HSET', job_name(key), 'state', 'dead', 'reason', reason, 'letter', letter, 'at', now)
  call('ZADD', name('dead'), now, key)
  call('HSET', name('letters'), letter, key)
end

-- state, token, at of a job that has ended; nil when none is known.
local function ended(key)
  local marker = redis.pcall('GET', name('ended:') .. key)
  if type(marker) ~= 'string' then return nil end
  return string.match(marker, '^(%S+) (%S+) (%S+) ')
end

local function lease(key, worker, duration)
  local token = string.format('%.0f', call('INCR', name('token')))
  local attempts = call('HINCRBY', job_name(key), 'attempts', 1)
  local untl = now + duration
  call('HSET', job_name(key), 'state', 'running', 'token', token, 'worker', worker, 'at', untl)
  call('ZADD', name('leases'), untl, key)
  call('ZREM', name('waiting'), key)
  local job = call('HMGET', job_name(key), 'job', 'tenant')
  return {'job', job[1], token, attempts, untl, key, job[2]}
end

local function fields(key)
  local job = call('HMGET', job_name(key), 'job', 'state', 'attempts', 'token', 'reason', 'letter',
                   'at', 'tenant')
  job[#job + 1] = key
  return job
end

local operations = {}

-- key, tenant, job, queued, due, pull, head, nonce, retention
function operations.enqueue(key, tenant, job, queued, due, pull, head, nonce, retention)
  local found = call('HMGET', job_name(key), 'state', 'nonce')
  -- The answer to the first time may have been lost.
  if found[1] and found[1] ~= 'dead' then return found[2] == nonce and 1 or 0 end
  if found[1] then forget_letter(key) end
  local state, _, at = ended(key)
  if state == 'done' and at + retention > now then return 0 end
  call('DEL', name('ended:') .. key, job_name(key))
  call('HSET', job_name(key), 'tenant', tenant, 'job', job, 'queued', queued, 'pull', pull,
       'head', head, 'nonce', nonce, 'attempts', 0, 'token', 0, 'worker', '', 'reason', '',
       'letter', '')
  if tonumber(due) <= now then
    push(key)
  else
    call('HSET', job_name(key), 'state', 'delayed', 'at', due)
    call('ZADD', name('delayed'), due, key)
    if pull ~= '' then call('SADD', name('pull:') .. pull, key) end
  end
  return 1
end

local function take_over(worker, duration, max_attempts, letter)
  for i, key in ipairs(call('ZRANGEBYSCORE', name('leases'), '-inf', now, 'LIMIT', 0, 100)) do
    local job = call('HMGET', job_name(key), 'attempts', 'worker', 'tenant', 'entry')
    if tonumber(job[1]) < tonumber(max_attempts) then
      call('XAUTOCLAIM', stream_of(job[3]), 'workers', worker, 0, job[4], 'COUNT', 1, 'JUSTID')
      return lease(key, worker, duration)
    end
    local times = job[1] == '1' and ' attempt' or ' attempts'
    bury(key, 'no worker came back with it in ' .. job[1] .. times .. "; the last was '" ..
         job[2] .. "'", letter .. (i > 1 and '-' .. i or ''))
  end
end

local function take_turn(worker, duration)
  while true do
    local first = call('ZRANGE', name('turns'), 0, 0, 'WITHSCORES')
    local tenant, turn = first[1], tonumber(first[2])
    if not tenant then return nil end
    local read = call('XREADGROUP', 'GROUP', 'workers', worker, 'COUNT', 1, 'STREAMS',
                      stream_of(tenant), '>')
    call('SET', name('clock'), turn)
    call('ZADD', name('turns'), turn + 1, tenant)
    local key = read and read[1][2][1][2][2]
    if key and call('EXISTS', job_name(key)) == 1 then
      local answer = lease(key, worker, duration)
      settle(tenant)
      call('ZREMRANGEBYSCORE', name('idle'), '-inf', turn)
      return answer
    end
    if key then
      call('XACK', stream_of(tenant), 'workers', read[1][2][1][1])
      call('XDEL', stream_of(tenant), read[1][2][1][1])
    end
    settle(tenant)
  end
end

-- worker, lease, maximum of attempts, id for a dead letter, its retention. Answers the job, or how
-- long nothing will come by time alone.
function operations.take(worker, duration, max_attempts, letter, letter_retention)
  for _, key in ipairs(call('ZRANGEBYSCORE', name('delayed'), '-inf', now, 'LIMIT', 0, 100)) do
    call('ZREM', name('delayed'), key)
    push(key)
  end
  for _, key in ipairs(call('ZRANGEBYSCORE', name('dead'), '-inf', '(' .. now - letter_retention,
                            'LIMIT', 0, 100)) do
    forget_letter(key)
    call('DEL', job_name(key))
  end
  local answer = take_over(worker, duration, max_attempts, letter) or take_turn(worker, duration)
  if answer then return answer end
  -- Whoever waits from here on is told of what comes from here on.
  call('DEL', name('wake'))
  local next_time = now + 3600000
  for _, set in ipairs({'delayed', 'leases'}) do
    local first = call('ZRANGE', name(set), 0, 0, 'WITHSCORES')
    if first[2] then next_time = math.min(next_time, tonumber(first[2])) end
  end
  return {'none', next_time - now}
end

local function delay(key, reason, duration)
  detach(key)
  call('HSET', job_name(key), 'state', 'delayed', 'reason', reason, 'at', now + duration)
  call('ZADD', name('delayed'), now + duration, key)
  local pull = call('HGET', job_name(key), 'pull')
  if pull ~= '' then call('SADD', name('pull:') .. pull, key) end
end

-- key, token, what to do, and what that needs. Answers what became of the lease.
function operations.change(key, token, what, ...)
  local job = call('HMGET', job_name(key), 'state', 'token', 'attempts')
  if job[1] ~= 'running' or job[2] ~= token then
    local state, old = ended(key)
    if not job[1] and state == 'done' and old == token and what == 'complete' then return 'ok' end
    return not job[1] and state == 'withdrawn' and 'withdrawn' or 'lost'
  end
  local a, b, c, d = ...
  if what == 'extend' then
    call('HSET', job_name(key), 'at', now + a)
    call('ZADD', name('leases'), now + a, key)
  elseif what == 'complete' then
    finish(key, 'done', a)
    -- When the last ones were done, newest first; see kPaceJobs.
    call('LPUSH', name('paces'), now)
    call('LTRIM', name('paces'), 0, 19)
  elseif what == 'retry' and tonumber(job[3]) < tonumber(d) then
    delay(key, a, c)
  elseif what == 'postpone' then
    call('HINCRBY', job_name(key), 'attempts', -1)
    delay(key, a, b)
  else
    bury(key, a, b)
  end
  return 'ok'
end

-- pull, head to keep or '', retention. Answers the keys.
function operations.withdraw(pull, except, retention)
  local keys = call('SMEMBERS', name('pull:') .. pull)
  table.sort(keys)
  local withdrawn = {}
  for _, key in ipairs(keys) do
    local is_there = call('TYPE', job_name(key)).ok == 'hash'
    local head = is_there and call('HGET', job_name(key), 'head') or ''
    if not is_there then
      call('SREM', name('pull:') .. pull, key)
    elseif except == '' or (head ~= '' and head ~= except) then
      finish(key, 'withdrawn', retention)
      withdrawn[#withdrawn + 1] = key
    end
  end
  return withdrawn
end

function operations.withdraw_key(key, retention)
  local state = call('HGET', job_name(key), 'state')
  if not state or state == 'dead' then return 0 end
  finish(key, 'withdrawn', retention)
  return 1
end

function operations.stats()
  local oldest = call('ZRANGE', name('waiting'), 0, 0, 'WITHSCORES')[2]
  local answer = {call('ZCARD', name('waiting')), call('ZCARD', name('delayed')),
                  call('ZCARD', name('leases')), call('ZCARD', name('dead')),
                  oldest and math.max(0, now - oldest) or 0}
  local tenants = call('ZRANGE', name('turns'), 0, -1)
  table.sort(tenants)
  for _, tenant in ipairs(tenants) do
    answer[#answer + 1] = tenant
    answer[#answer + 1] = waiting_of(tenant)
  end
  return answer
end

function operations.depth(tenant, window)
  local count, first = 0, 0
  for _, at in ipairs(call('LRANGE', name('paces'), 0, -1)) do
    if tonumber(at) and tonumber(at) >= now - window then count, first = count + 1, tonumber(at) end
  end
  return {waiting_of(tenant), call('ZCARD', name('waiting')), count, first, now}
end

function operations.dead()
  local answer = {}
  for _, key in ipairs(call('ZREVRANGE', name('dead'), 0, -1)) do
    answer[#answer + 1] = fields(key)
  end
  return answer
end

function operations.revive(letter)
  local key = call('HGET', name('letters'), letter)
  if not key or call('EXISTS', job_name(key)) == 0 then return false end
  forget_letter(key)
  call('HSET', job_name(key), 'attempts', 0, 'letter', '')
  push(key)
  return key
end

function operations.read(key) return fields(key) end

-- Makes what leads to a job, whose hash exists, for its state: dead, delayed, or waiting.
local function place(key, state, at, pull, letter)
  if state == 'dead' then
    call('ZADD', name('dead'), at, key)
    call('HSET', name('letters'), letter, key)
  elseif state == 'delayed' then
    call('ZADD', name('delayed'), at, key)
    if pull ~= '' then call('SADD', name('pull:') .. pull, key) end
  else
    push(key)
  end
end

-- As enqueue, and: state, attempts, reason, letter, at
function operations.restore(key, tenant, job, queued, _, pull, head, nonce, retention, state,
                            attempts, reason, letter, at)
  if call('EXISTS', job_name(key)) == 1 or call('EXISTS', name('ended:') .. key) == 1 then
    return 0
  end
  if state == 'done' or state == 'withdrawn' then
    set_ended(key, state, 0, at, tenant, retention)
    return 1
  end
  call('HSET', job_name(key), 'tenant', tenant, 'job', job, 'queued', queued, 'pull', pull,
       'head', head, 'nonce', nonce, 'attempts', attempts, 'token', 0, 'worker', '', 'reason',
       reason, 'letter', letter, 'state', state, 'at', at)
  place(key, state, at, pull, letter)
  return 1
end

-- Makes everything that leads to the jobs anew from their hashes, after something of it was damaged.
-- Jobs that run are given to another worker. Answers how many keys were no jobs and are removed.
function operations.rebuild()
  local found, cursor = {}, '0'
  repeat
    local pattern = string.gsub(prefix, '[%*%?%[%]\\]', '\\%0') .. '*'
    local page = call('SCAN', cursor, 'MATCH', pattern, 'COUNT', 1000)
    cursor = page[1]
    for _, full in ipairs(page[2]) do found[full] = true end
  until cursor == '0'
  local jobs, removed = {}, 0
  for full in pairs(found) do
    local rest = string.sub(full, #prefix + 1)
    local is_job = string.sub(rest, 1, 4) == 'job:'
    if is_job and call('TYPE', full).ok == 'hash' then
      local job = call('HMGET', full, 'state', 'tenant', 'attempts', 'token', 'queued', 'at',
                       'pull', 'letter', 'reason', 'worker', 'head', 'job')
      local queued, at = tonumber(job[5]) or now, tonumber(job[6]) or now
      call('HSET', full, 'tenant', job[2] or 'unknown', 'attempts', tonumber(job[3]) or 0,
           'token', tonumber(job[4]) or 0, 'queued', queued, 'at', at, 'pull', job[7] or '',
           'letter', job[8] or '', 'reason', job[9] or '', 'worker', job[10] or '',
           'head', job[11] or '', 'job', job[12] or '')
      jobs[#jobs + 1] = {string.sub(rest, 5), job[1], queued, at, job[7] or '', job[8] or ''}
    elseif rest == 'token' then
      -- Ahead of every token that was given: no lease is so quick that this clock is not.
      if not tonumber(redis.pcall('GET', full)) then
        local time = call('TIME')
        call('SET', full, string.format('%.0f', time[1] * 1000000 + time[2]))
      end
    elseif is_job or string.sub(rest, 1, 6) ~= 'ended:' then
      call('DEL', full)
      if is_job then removed = removed + 1 end
    end
  end
  table.sort(jobs, function(a, b) return a[3] < b[3] or (a[3] == b[3] and a[1] < b[1]) end)
  for _, job in ipairs(jobs) do
    place(job[1], job[2], job[4], job[5], job[6])
  end
  return removed
end

return operations[operation](unpack(ARGV, 4))
)lua"};

}  // namespace allreview::gateway
