/** The tool names that OpenAI accepts, and those that follow it. */
export const OPENAI_TOOL_NAME: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;
