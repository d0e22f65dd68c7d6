// A server in front of glslang's library, for tests: it does the work of glslangValidator, whose
// start takes longer than most shaders.
//
// A request is a number and then as many texts, each a length and its bytes; numbers have 32 bits,
// least significant byte first. The first text is a version of Vulkan, as "1.2", or empty for
// OpenGL. The second is "places", which gives interfaces without bindings and locations such
// numbers, "names", for the names of the interface, or empty. Stage and source follow, of each
// shader of a program. The answer is three texts: "1" if the shaders compile and link, glslang's
// messages, and the SPIR-V of the first shader, for Vulkan, or the names, a line each behind its role.
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Stage {
  const char *extension;
  EShLanguage language;
};

const Stage kStages[] = {
    {"vert", EShLangVertex}, {"tesc", EShLangTessControl}, {"tese", EShLangTessEvaluation},
    {"geom", EShLangGeometry}, {"frag", EShLangFragment}, {"comp", EShLangCompute},
    {"task", EShLangTask}, {"mesh", EShLangMesh}, {"rgen", EShLangRayGen},
    {"rint", EShLangIntersect}, {"rahit", EShLangAnyHit}, {"rchit", EShLangClosestHit},
    {"rmiss", EShLangMiss}, {"rcall", EShLangCallable},
};

struct Target {
  const char *version;
  glslang::EShTargetClientVersion vulkan;
  glslang::EShTargetLanguageVersion spirv;
};

const Target kTargets[] = {
    {"1.0", glslang::EShTargetVulkan_1_0, glslang::EShTargetSpv_1_0},
    {"1.1", glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3},
    {"1.2", glslang::EShTargetVulkan_1_2, glslang::EShTargetSpv_1_5},
    {"1.3", glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6},
};

bool readNumber(uint32_t *n) {
  unsigned char b[4];
  if (fread(b, 1, 4, stdin) != 4) return false;
  *n = b[0] | b[1] << 8 | b[2] << 16 | uint32_t(b[3]) << 24;
  return true;
}

bool readTexts(std::vector<std::string> *texts) {
  uint32_t count, size;
  if (!readNumber(&count)) return false;
  texts->resize(count);
  for (auto &text : *texts) {
    if (!readNumber(&size)) return false;
    text.resize(size);
    if (fread(&text[0], 1, size, stdin) != size) return false;
  }
  return true;
}

void writeText(const void *data, size_t size) {
  const unsigned char b[4] = {(unsigned char)size, (unsigned char)(size >> 8), (unsigned char)(size >> 16), (unsigned char)(size >> 24)};
  fwrite(b, 1, 4, stdout);
  fwrite(data, 1, size, stdout);
}

// interface returns the names of a linked program's interface.
std::string interface(glslang::TProgram &program) {
  std::string names;
  auto add = [&](const char *role, int count, const glslang::TObjectReflection &(glslang::TProgram::*get)(int) const) {
    for (int i = 0; i < count; i++) names += std::string(role) + " " + (program.*get)(i).name + "\n";
  };
  if (!program.buildReflection(EShReflectionAllIOVariables)) return names;
  add("Uniform", program.getNumUniformVariables(), &glslang::TProgram::getUniform);
  add("Uniform block", program.getNumUniformBlocks(), &glslang::TProgram::getUniformBlock);
  add("Buffer variable", program.getNumBufferVariables(), &glslang::TProgram::getBufferVariable);
  add("Buffer block", program.getNumBufferBlocks(), &glslang::TProgram::getBufferBlock);
  add("Pipeline input", program.getNumPipeInputs(), &glslang::TProgram::getPipeInput);
  add("Pipeline output", program.getNumPipeOutputs(), &glslang::TProgram::getPipeOutput);
  return names;
}

// compile compiles and links the shaders of a request.
bool compile(const std::vector<std::string> &request, std::string *messages, std::string *result) {
  const Target *target = nullptr;
  for (auto &t : kTargets)
    if (request[0] == t.version) target = &t;
  const bool places = request[1] == "places", names = request[1] == "names";
  const EShMessages rules = target ? EShMessages(EShMsgSpvRules | EShMsgVulkanRules) : EShMsgDefault;
  std::vector<std::unique_ptr<glslang::TShader>> shaders;
  glslang::TProgram program; // destroyed before its shaders
  EShLanguage first = EShLangCount;
  bool ok = true;
  for (size_t i = 2; i + 1 < request.size(); i += 2) {
    EShLanguage stage = EShLangCount;
    for (auto &s : kStages)
      if (request[i] == s.extension) stage = s.language;
    if (stage == EShLangCount) {
      *messages += "no stage has the extension " + request[i];
      return false;
    }
    if (first == EShLangCount) first = stage;
    shaders.emplace_back(new glslang::TShader(stage));
    glslang::TShader &shader = *shaders.back();
    const char *text = request[i + 1].data();
    const int size = int(request[i + 1].size());
    shader.setStringsWithLengths(&text, &size, 1);
    shader.setAutoMapBindings(places);
    shader.setAutoMapLocations(places);
    if (target) {
      shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
      shader.setEnvClient(glslang::EShClientVulkan, target->vulkan);
      shader.setEnvTarget(glslang::EShTargetSpv, target->spirv);
    }
    ok = shader.parse(GetDefaultResources(), 100, false, rules) && ok;
    *messages += shader.getInfoLog();
    program.addShader(&shader);
  }
  if (!ok) return false;
  ok = program.link(rules) && (!target || program.mapIO());
  *messages += program.getInfoLog();
  if (!ok) return false;
  if (names) {
    *result = interface(program);
  } else if (target) {
    std::vector<unsigned> words;
    glslang::GlslangToSpv(*program.getIntermediate(first), words);
    result->assign(reinterpret_cast<const char *>(words.data()), words.size() * 4);
  }
  return true;
}

} // namespace

int main() {
  glslang::InitializeProcess();
  std::vector<std::string> request;
  while (readTexts(&request)) {
    std::string messages, result;
    const bool ok = request.size() > 2 && compile(request, &messages, &result);
    writeText(ok ? "1" : "0", 1);
    writeText(messages.data(), messages.size());
    writeText(result.data(), result.size());
    fflush(stdout);
  }
}
