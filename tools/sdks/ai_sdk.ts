import { aiSdk } from "../../mod.ts";
import type { AdapterEnv, AiSdk, AiSdkModel, WireId } from "../../mod.ts";
import { NOT_DEEP_SEEK, NOT_MISTRAL, NOT_OPEN_ROUTER } from "./excluded.ts";
import type { Excluded } from "./excluded.ts";
import { MISTRAL } from "./mistral_samples.ts";
import { exported } from "./sdk_subject.ts";
import type { Dialect, SdkSubject } from "./sdk_subject.ts";

/** A provider: callable, with a method for each of its kinds of model. */
type Provider =
  & ((model: string) => AiSdkModel)
  & Readonly<Record<string, (model: string) => AiSdkModel>>;
type NewProvider = (options: object) => Provider;

interface ProviderPlan {
  readonly specifier: string;
  readonly wire: WireId;
  /** The function that makes the provider. */
  readonly create: string;
  /** The kind of model; that of a plain call if none is named. */
  readonly kind?: string;
  /** More options of the provider. */
  readonly options?: object;
  /** Whose dialect of the wire it speaks. */
  readonly dialect?: Dialect;
  /** What cannot apply to it. */
  readonly excluded?: Excluded;
  /** Reads the model's own stream, without `streamText()`. */
  readonly bare?: boolean;
}

const OPENAI = { specifier: "@ai-sdk/openai", create: "createOpenAI" } as const;

const PLANS: readonly ProviderPlan[] = [
  { ...OPENAI, wire: "openai-chat", kind: "chat" },
  { ...OPENAI, wire: "openai-chat", kind: "chat", bare: true },
  { ...OPENAI, wire: "openai-responses", kind: "responses" },
  {
    specifier: "@ai-sdk/openai-compatible",
    wire: "openai-chat",
    create: "createOpenAICompatible",
    kind: "chatModel",
    options: { name: "compatible", includeUsage: true },
  },
  { specifier: "@ai-sdk/anthropic", wire: "anthropic-messages", create: "createAnthropic" },
  { specifier: "@ai-sdk/google", wire: "gemini", create: "createGoogleGenerativeAI" },
  {
    specifier: "@ai-sdk/mistral",
    wire: "openai-chat",
    create: "createMistral",
    dialect: MISTRAL,
    excluded: NOT_MISTRAL,
  },
  {
    specifier: "@ai-sdk/deepseek",
    wire: "openai-chat",
    create: "createDeepSeek",
    excluded: NOT_DEEP_SEEK,
  },
  { specifier: "@ai-sdk/cohere", wire: "cohere", create: "createCohere" },
  {
    specifier: "@openrouter/ai-sdk-provider",
    wire: "openai-chat",
    create: "createOpenRouter",
    kind: "chat",
    excluded: NOT_OPEN_ROUTER,
  },
];

/** The providers of the AI SDK, each with the package `ai`. */
export const AI_SDK_SUBJECTS: readonly SdkSubject[] = PLANS.map((plan): SdkSubject => ({
  packages: plan.bare ? [plan.specifier] : [plan.specifier, "ai"],
  api: `${plan.kind ? `.${plan.kind}() ` : ""}${plan.bare ? "doStream" : "streamText"}`,
  wire: plan.wire,
  dialect: plan.dialect,
  excluded: plan.excluded,
  note: "Its parts `error` and `abort` count as errors thrown.",
  newModel: (modules) => {
    const ai = plan.bare ? undefined : modules.ai as unknown as AiSdk;
    return (env) =>
      aiSdk(modelOf(exported(modules, plan.specifier, plan.create), plan, env), { ai });
  },
}));

function modelOf(
  create: NewProvider,
  plan: ProviderPlan,
  { baseUrl, fetch }: AdapterEnv,
): AiSdkModel {
  const provider = create({ baseURL: baseUrl, fetch, apiKey: "none", ...plan.options });
  return plan.kind ? provider[plan.kind]!("model") : provider("model");
}
