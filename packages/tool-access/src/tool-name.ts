/** A tool's name in its parts. */
export interface ToolName {
  /** The MCP server; absent for a tool of the agent itself. */
  server?: string;
  /** The plugin that brings the server. */
  plugin?: string;
  tool: string;
}

const MCP_NAME = /^mcp__(.+?)__(.+)$/s;
const PLUGIN_SERVER = /^plugin_([^_]+)_(.+)$/s;

/** Splits `mcp__<server>__<tool>` and `mcp__plugin_<plugin>_<server>__<tool>`; any other name is the tool itself. */
export function parseToolName(name: string): ToolName {
  const parts = MCP_NAME.exec(name);
  if (!parts) return { tool: name };
  const [, server = '', tool = ''] = parts;
  const [, plugin, pluginServer] = PLUGIN_SERVER.exec(server) ?? [];
  return plugin !== undefined && pluginServer !== undefined
    ? { plugin, server: pluginServer, tool }
    : { server, tool };
}
