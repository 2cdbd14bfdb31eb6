import { createMcpHandler } from '@modelcontextprotocol/server'
import { type AgentParts, createAgentServer } from './agent-server.ts'
import type { ToolCall } from './tools/tool.ts'

/** Answers one request of an agent. */
export const answerAgent = (parts: AgentParts, call: ToolCall, request: Request): Promise<Response> =>
  createMcpHandler(() => createAgentServer(parts, call), { maxSubscriptions: 0 }).fetch(request)
