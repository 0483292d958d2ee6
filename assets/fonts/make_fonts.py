#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes the font files beside it from those of Debian's packages fonts-inter and fonts-jetbrains-mono.

apt install fonts-inter fonts-jetbrains-mono python3-fonttools && assets/fonts/make_fonts.py

The interface's text renderer reads the character map, advances and outlines and nothing else, so what a browser would
do with font features is done here: digits are the tabular ones, and the line height equals the size.
"""
import os
import sys

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.scaleUpem import scale_upem

HERE = os.path.dirname(os.path.abspath(__file__))
INTER = "/usr/share/fonts/opentype/inter/"
MONO = "/usr/share/fonts/truetype/jetbrains-mono/"

LATIN_1 = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
GREEK = [*range(0x391, 0x3A2), *range(0x3A3, 0x3AA), *range(0x3B1, 0x3CA)]
PUNCTUATION = [0x2009, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x202F, 0x20AC, 0xFFFD]
SUPERSCRIPTS = [0x2070, *range(0x2074, 0x2080), *range(0x2080, 0x208A)]
MATHS = [0x2190, 0x2191, 0x2192, 0x2193, 0x2197, 0x21BA, 0x2202, 0x2206, 0x220F, 0x2211, 0x2212, 0x221A, 0x221E, 0x2248,
         0x2260, 0x2264, 0x2265, 0x22C5]
ALL = LATIN_1 + GREEK + PUNCTUATION + SUPERSCRIPTS + MATHS
# Outlines on a grid of 1/500 of the size: a sixth of a pixel at 80 px, and far fewer bytes than on Inter's own grid.
UNITS = 500

# What the interface is known to print: a face without one of them is a mistake. JetBrains Mono has no U+202F.
NEEDED = "0123456789≤≥×–−µ·→…↺½²³ΣΔβ\u202f"
NEEDED_MONO = "0123456789≤≥×−µ·→ΣΔβ²³√"

# The other faces have these and ASCII, and borrow the rest from the regular one.
BASIC = [*range(0x20, 0x7F), *sorted({ord(c) for c in NEEDED + NEEDED_MONO if ord(c) > 0x7F})]

# Share of the size above the baseline; the rest is below. Larger than the descenders need (0.21 in Inter), and the same
# for all faces, so that faces mix on one baseline.
ASCENT = 0.785


def tabular_forms(font):
    """Glyph to glyph, as the feature tnum of the font substitutes them."""
    table = font["GSUB"].table
    forms = {}
    for record in table.FeatureList.FeatureRecord:
        for index in record.Feature.LookupListIndex if record.FeatureTag == "tnum" else []:
            for sub in table.LookupList.Lookup[index].SubTable:
                forms.update(getattr(sub, "ExtSubTable", sub).mapping)
    return forms


def tabular_digits(font):
    """Points the digits at their tabular forms, and gives all of them the advance of the zero."""
    forms = tabular_forms(font)
    digits = range(ord("0"), ord("9") + 1)
    for sub in font["cmap"].tables:
        for code in digits:
            if code in sub.cmap:
                sub.cmap[code] = forms.get(sub.cmap[code], sub.cmap[code])
    names = [font.getBestCmap()[code] for code in digits]
    advance = font["hmtx"][names[0]][0]
    for name in names:
        width, left = font["hmtx"][name]
        if abs(width - advance) > 4:
            sys.exit(f"{name} is {width} wide, zero is {advance}: not tabular")
        font["hmtx"][name] = (advance, left)


def to_quadratic(font):
    """Replaces cubic outlines (CFF) with quadratic ones (glyf): the renderer's reader of CFF is the less tried one."""
    glyphs = font.getGlyphSet()
    table = newTable("glyf")
    table.glyphOrder = font.getGlyphOrder()
    table.glyphs = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, max_err=5, reverse_direction=True))
        table.glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table
    font["maxp"].tableVersion = 0x00010000
    for key in ("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
                "maxSizeOfInstructions", "maxComponentElements", "maxComponentDepth", "maxPoints", "maxContours",
                "maxCompositePoints", "maxCompositeContours"):
        setattr(font["maxp"], key, 1 if key == "maxZones" else 0)
    font["post"].formatType = 3.0
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\000\001\000\000"


def make(source, target, needed, characters):
    font = TTFont(source, recalcTimestamp=False)
    if "Inter" in target:
        tabular_digits(font)
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.name_IDs = [0, 1, 2, 13, 14]  # copyright and licence stay with the file
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "DSIG", "STAT", "BASE", "meta"]
    worker = subset.Subsetter(options)
    worker.populate(unicodes=characters)
    worker.subset(font)
    if "CFF " in font:
        to_quadratic(font)
    scale_upem(font, UNITS)
    units = font["head"].unitsPerEm
    font["hhea"].ascent = round(ASCENT * units)
    font["hhea"].descent = round(ASCENT * units) - units
    font["hhea"].lineGap = 0
    missing = [c for c in needed if ord(c) not in font.getBestCmap()]
    if missing:
        sys.exit(f"{source} lacks {missing}")
    path = os.path.join(HERE, target)
    font.save(path)
    print(f"{target}: {os.path.getsize(path)} bytes, {len(font.getBestCmap())} characters")


make(INTER + "Inter-Regular.otf", "Inter-Regular.ttf", NEEDED, ALL)
make(INTER + "Inter-SemiBold.otf", "Inter-SemiBold.ttf", NEEDED, BASIC)
make(MONO + "JetBrainsMono-Regular.ttf", "JetBrainsMono-Regular.ttf", NEEDED_MONO, BASIC)
