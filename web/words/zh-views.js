// @ts-check
/** The words of tables, patterns, sequences and rules in Chinese. @type {Record<string, string>} */
export const zh = {
  "Looking…": "正在寻找……",
  "Stop": "停止",
  "Who wins": "谁胜",
  "Who loses": "谁输",
  "Values": "SG 值",
  "No pattern was found.": "没有找到规律。",
  "Compared with all positions up to {checked_to}.": "已与直到 {checked_to} 的所有局面核对。",
  "proved": "已证明",
  "conjecture, not proved": "猜想，未证明",
  "refuted": "已推翻",
  "none found": "没有找到",
  "verified": "已验证",
  "Your own claim about all positions": "你自己关于所有局面的断言",
  "Prove or refute": "证明或推翻",
  "It fails at {place}.": "在 {place} 处不成立。",
  "There may be smaller numbers for which it fails.": "可能还有更小的数使它不成立。",
  "Tried: {line}": "试过：{line}",
  "It says nothing about some positions, such as {places}.": "它没有说到某些局面，例如 {places}。",
  "Check a certificate": "检验证书",
  "A proof as a file, from the command line or from somebody else: a small program checks it, here on your device.":
    "证书是写成文件的证明，可以来自命令行，也可以来自别人：由一个小程序就在你的设备上检验。",
  "Choose a file, or drop it here": "选择文件，或拖到这里",
};
