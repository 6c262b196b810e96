#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes the models of bench/models.toml that are exports of torch modules.

  python bench/exports.py NAME FOLDER [WEIGHTS]

writes FOLDER/NAME.onnx. It runs in an environment of its own, with torch and
transformers (bench/models makes it). Weights are random, of a fixed seed, unless
WEIGHTS names a folder of trained ones. torch.export marks which dimensions are
free."""

import os
import sys

import torch
from torch import nn

OPSET = 18


class ConvBlock(nn.Sequential):
    """Convolution, batch normalization and an activation."""

    def __init__(self, inputs, outputs, kernel=3, stride=1, groups=1, activation=nn.ReLU):
        layers = [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
                  nn.BatchNorm2d(outputs)]  # fmt: skip
        super().__init__(*layers, *([activation()] if activation else []))


class Bottleneck(nn.Module):
    """He and others, Deep Residual Learning, figure 5, right; stride in the 3 x 3."""

    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.body = nn.Sequential(ConvBlock(inputs, width, 1), ConvBlock(width, width, 3, stride),
                                  ConvBlock(width, outputs, 1, activation=None))
        matches = stride == 1 and inputs == outputs
        self.skip = nn.Identity() if matches else ConvBlock(inputs, outputs, 1, stride, activation=None)

    def forward(self, x):
        return torch.relu(self.body(x) + self.skip(x))


def resnet50():
    layers, channels = [ConvBlock(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)], 64
    for width, depth in ((64, 3), (128, 4), (256, 6), (512, 3)):
        for number in range(depth):
            stride = 2 if number == 0 and width != 64 else 1
            layers.append(Bottleneck(channels, width, stride))
            channels = 4 * width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 1000))


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        width = max(8, (channels // 4 + 4) // 8 * 8)
        self.scale = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, width, 1), nn.ReLU(),
                                   nn.Conv2d(width, channels, 1), nn.Hardsigmoid())

    def forward(self, x):
        return x * self.scale(x)


class InvertedResidual(nn.Module):
    def __init__(self, inputs, kernel, width, outputs, excite, activation, stride):
        super().__init__()
        layers = [ConvBlock(inputs, width, 1, activation=activation)] if width != inputs else []
        layers.append(ConvBlock(width, width, kernel, stride, width, activation))
        layers += [SqueezeExcite(width)] if excite else []
        self.body = nn.Sequential(*layers, ConvBlock(width, outputs, 1, activation=None))
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.body(x) if self.residual else self.body(x)


def mobilenet_v3_small():
    """Howard and others, Searching for MobileNetV3, table 2."""
    rows = [  # kernel, width, outputs, squeeze and excite, activation, stride
        (3, 16, 16, True, nn.ReLU, 2), (3, 72, 24, False, nn.ReLU, 2), (3, 88, 24, False, nn.ReLU, 1),
        (5, 96, 40, True, nn.Hardswish, 2), (5, 240, 40, True, nn.Hardswish, 1), (5, 240, 40, True, nn.Hardswish, 1),
        (5, 120, 48, True, nn.Hardswish, 1), (5, 144, 48, True, nn.Hardswish, 1), (5, 288, 96, True, nn.Hardswish, 2),
        (5, 576, 96, True, nn.Hardswish, 1), (5, 576, 96, True, nn.Hardswish, 1)]  # fmt: skip
    layers, channels = [ConvBlock(3, 16, 3, 2, activation=nn.Hardswish)], 16
    for row in rows:
        layers.append(InvertedResidual(channels, *row))
        channels = row[2]
    return nn.Sequential(*layers, ConvBlock(96, 576, 1, activation=nn.Hardswish), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(576, 1024), nn.Hardswish(), nn.Linear(1024, 1000))


def settle_batch_norms(model, x):
    """Statistics of real activations, so that none vanish or explode."""
    model.train()
    with torch.no_grad():
        for _ in range(10):
            model(x)


def image_model(make):
    torch.manual_seed(0)
    model, image = make(), torch.randn(2, 3, 224, 224)
    settle_batch_norms(model, image)
    return model, (image,), ({0: torch.export.Dim("batch", min=1, max=64)},)


def token_dims(longest):
    return {0: torch.export.Dim("batch", min=1, max=64), 1: torch.export.Dim("length", min=1, max=longest)}


def tokens():
    return torch.randint(0, 1000, (2, 17)), torch.ones(2, 17, dtype=torch.int64)


def bert():
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    config = BertConfig(num_hidden_layers=2, hidden_size=128, num_attention_heads=4, intermediate_size=512,
                        vocab_size=1000, max_position_embeddings=128)  # fmt: skip
    dims = token_dims(128)
    return BertModel(config), tokens(), (dims, dims)


def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel

    class Logits(nn.Module):
        def __init__(self, model):
            super().__init__()
            self.model = model

        def forward(self, ids):
            return self.model(ids, use_cache=False).logits

    torch.manual_seed(0)
    config = GPT2Config(n_layer=2, n_embd=128, n_head=4, vocab_size=1000, n_positions=128)
    return Logits(GPT2LMHeadModel(config)), tokens()[:1], (token_dims(128),)


def minilm(weights):
    from transformers import AutoModel

    dims = token_dims(512)
    return AutoModel.from_pretrained(weights), tokens(), (dims, dims)


MAKERS = {
    "resnet50": lambda: image_model(resnet50),
    "mobilenet_v3_small": lambda: image_model(mobilenet_v3_small),
    "bert": bert,
    "gpt2": gpt2,
    "minilm": minilm,
}


def main():
    name, folder, *weights = sys.argv[1:]
    os.environ["HF_HUB_OFFLINE"] = "1"
    model, arguments, dims = MAKERS[name](*weights)
    program = torch.onnx.export(model.eval(), arguments, dynamo=True, dynamic_shapes=dims, opset_version=OPSET)
    program.save(os.path.join(folder, name + ".onnx"))


if __name__ == "__main__":
    main()
