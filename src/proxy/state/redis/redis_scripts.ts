/** How long it is known how often a rest was lengthened after the rest is over, and that it was ended, in milliseconds. */
const KEEP_MS = 600_000;

/** Two rests that end that close to one another are the same one, told again. */
const SAME_MS = 50;

/**
 * A rest is kept as `generation level until`. Each change makes a generation more, so that everybody knows whether what
 * was to be changed is still what was read. The first one is the time in microseconds: it is later than all of a
 * server that lost its data. Times go by the server's clock; only what is left of a rest is told.
 */
const COMMON = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function whole(number) return string.format('%.0f', number) end
local function read(key)
  local text = redis.pcall('GET', key)
  if type(text) ~= 'string' then return 0, 0, 0 end
  local gen, level, untilMs = string.match(text, '^(%d+) (%d+) (%d+)$')
  if not gen or #level > 4 or #untilMs > 15 then return 0, 0, 0 end
  gen = tonumber(gen)
  if gen > 9e15 then return 0, 0, 0 end
  return gen, tonumber(level), tonumber(untilMs)
end
local function left(untilMs) return math.max(0, untilMs - now()) end
local function write(key, gen, level, untilMs, channel, by, scope)
  local text = whole(gen) .. ' ' .. whole(level) .. ' ' .. whole(untilMs)
  redis.call('SET', key, text, 'PX', whole(left(untilMs) + ${KEEP_MS}))
  local told = whole(gen) .. ' ' .. whole(level) .. ' ' .. whole(left(untilMs))
  redis.call('PUBLISH', channel, 'rest ' .. by .. ' ' .. told .. ' ' .. scope)
end
local function answer(before, gen, level, untilMs)
  return { whole(before), whole(gen), whole(level), whole(left(untilMs)) }
end
`;

/**
 * Sets a rest, or lengthens the one there is.
 *
 * Key: the rest. Arguments: level, milliseconds, channel, replica, scope.
 * Gives the generation before, and that, the level and the milliseconds of the rest after.
 */
export const SET_REST: string = `${COMMON}
local before, level, untilMs = read(KEYS[1])
local gen = before
local newLevel, newUntil = tonumber(ARGV[1]), now() + tonumber(ARGV[2])
if gen == 0 or newLevel > level or newUntil > untilMs + ${SAME_MS} then
  local time = redis.call('TIME')
  gen = gen > 0 and gen + 1 or time[1] * 1000000 + time[2]
  level, untilMs = math.max(level, newLevel), math.max(untilMs, newUntil)
  write(KEYS[1], gen, level, untilMs, ARGV[3], ARGV[4], ARGV[5])
end
return answer(before, gen, level, untilMs)
`;

/**
 * Ends a rest, unless another one was set since.
 *
 * Key: the rest. Arguments: the generation that is known, channel, replica, scope.
 * Gives the same as above.
 */
export const END_REST: string = `${COMMON}
local before, level, untilMs = read(KEYS[1])
local gen = before
if level > 0 and whole(gen) == ARGV[1] then
  gen, level, untilMs = gen + 1, 0, 0
  write(KEYS[1], gen, level, untilMs, ARGV[2], ARGV[3], ARGV[4])
end
return answer(before, gen, level, untilMs)
`;

/** Reads rests. Keys: the rests. Gives generation, level and milliseconds of each; all 0 for what is not there. */
export const READ_RESTS: string = `${COMMON}
local found = {}
for index, key in ipairs(KEYS) do
  local gen, level, untilMs = read(key)
  found[index] = { whole(gen), whole(level), whole(left(untilMs)) }
end
return found
`;

/** Slots are members of a set, by when they are free in any case. */
const SLOTS = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function keep(key, members, ms)
  local untilMs = string.format('%.0f', now() + ms)
  local added = redis.pcall('ZADD', key, untilMs, members[1])
  if type(added) == 'table' and added.err then
    redis.call('DEL', key)
  end
  for _, member in ipairs(members) do redis.call('ZADD', key, untilMs, member) end
  redis.call('PEXPIRE', key, string.format('%.0f', ms * 2))
end
`;

/** Takes a slot. Key: the slots. Arguments: how many there are, a name, milliseconds. Gives 1, or 0 if all are taken. */
export const TAKE_SLOT: string = `${SLOTS}
redis.pcall('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now()))
local taken = redis.pcall('ZCARD', KEYS[1])
if type(taken) == 'number' and taken >= tonumber(ARGV[1]) then return 0 end
keep(KEYS[1], { ARGV[2] }, tonumber(ARGV[3]))
return 1
`;

/** Keeps slots that are still in use, also if they were lost. Key: the slots. Arguments: milliseconds, their names. */
export const KEEP_SLOTS: string = `${SLOTS}
local members = {}
for index = 2, #ARGV do members[index - 1] = ARGV[index] end
keep(KEYS[1], members, tonumber(ARGV[1]))
return 1
`;

/** Gives a slot back. Key: the slots. Arguments: its name, channel, id. */
export const FREE_SLOT: string = `
redis.pcall('ZREM', KEYS[1], ARGV[1])
redis.call('PUBLISH', ARGV[2], 'free ' .. ARGV[3])
return 1
`;
