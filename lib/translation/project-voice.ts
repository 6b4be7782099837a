import type { Background, TranslationOptions } from "@/lib/engines/engine";
import { type ProjectSettings, settingsOf } from "@/lib/schemas/projects";

/** What a project tells engines about its texts, beneath what a request says. */
export type ProjectVoice = {
  readonly background: Background;
  readonly formality?: TranslationOptions["formality"];
};

/** The project's tone is preferred, not required: engines without forms of address would warn at every text. */
export function voiceOf(project: {
  readonly name: string;
  readonly description: string;
  readonly settings: Partial<ProjectSettings>;
}): ProjectVoice {
  const { formality, instructions } = settingsOf(project);
  return {
    background: {
      title: project.name,
      ...(project.description ? { about: project.description } : {}),
      ...(instructions ? { instructions } : {}),
    },
    ...(formality === "default" ? {} : { formality: `prefer_${formality}` }),
  };
}

/** A request's options, completed by those of its project. */
export function withVoice(options: TranslationOptions, voice: ProjectVoice | undefined): TranslationOptions {
  return voice?.formality && !options.formality ? { ...options, formality: voice.formality } : options;
}
